import type { StarRatingSettings } from '../../../../rules/settings/star-rating.ts'
import { customStyle } from '../custom-css.ts'
import { html, type Html } from '../html.ts'
import { colourStyle, deviceClass, themeClass, themeStyle } from '../theme-style.ts'
import { sidebarPosition } from '../box/corners.ts'
import { brandMark } from '../mark.ts'
import { closedPopup } from '../forms/form.ts'
import { lightbox } from '../review-box.ts'
import { reviewItem } from '../reviews/review.ts'
import type { PageView } from '../shown.ts'
import { rating, stars } from '../reviews/stars.ts'

/** Renders a button at the window's edge and the reviews that it opens, without a script. */
export function reviewSidebar({ settings, design, say, ...view }: PageView & { settings: StarRatingSettings }): Html {
  const { floatButton, desktopPosition, mobilePosition, customCss } = settings
  if (!settings.enableSidebar || view.reviews.length === 0) return html``
  const { count, average } = view.summary
  const look = { ...design, layout: 'list' as const }
  const colours = colourStyle({ float: floatButton.background, 'float-text': floatButton.text })
  return html`
    <aside class="candor-side candor-side-${desktopPosition} candor-side-m-${mobilePosition} ${deviceClass(settings)} candor-icon-${floatButton.icon}" lang="${view.locale}" dir="${view.direction}" style="${themeStyle(design)};${colours};${sidebarPosition(desktopPosition, mobilePosition)}" data-candor="${view.source}" data-candor-widget="reviewSidebar" aria-label="${say('widget.title')}">
      ${customStyle('reviewSidebar', customCss)}
      <button type="button" class="candor-float" popovertarget="candor-sidebar"><span class="candor-one" aria-hidden="true"></span><span>${say('widget.title')}</span></button>
      <dialog class="candor-box candor-panel ${themeClass(look)}" id="candor-sidebar"${closedPopup} aria-labelledby="candor-sidebar-title" dir="${view.direction}">
        <button type="button" class="candor-close" popovertarget="candor-sidebar" popovertargetaction="hide" aria-label="${say('widget.close')}"></button>
        <div class="candor-inner">
          <h2 class="candor-title" id="candor-sidebar-title">${say('widget.title')}</h2>
          <p class="candor-panel-score">${stars(average, say('widget.outOf', { rate: rating(average, view.locale) }))} <b>${rating(average, view.locale)}</b> ${say('widget.count', { count })}</p>
          <ul class="candor-reviews">${view.reviews.map((review) => reviewItem({ ...view, say, review, foldAfter: 260 }))}</ul>
          ${brandMark({ design, say })}
        </div>
      </dialog>
      ${view.reviews.some(({ media }) => media.length) && lightbox({ say, viewer: view.viewer })}
    </aside>`
}
