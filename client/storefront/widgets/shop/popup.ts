import type { PopupSettings } from '../../../../rules/settings/popup.ts'
import { firstLetter } from '../box/marks.ts'
import { popupPosition } from '../box/corners.ts'
import { html, type Html } from '../html.ts'
import { deviceClass, themeClass, themeStyle } from '../theme-style.ts'
import { langOf, originalText } from '../reviews/review.ts'
import type { PageView, ShownReview } from '../shown.ts'
import { stars } from '../reviews/stars.ts'

type PopupView = PageView & { settings: PopupSettings }

/**
 * Renders recent reviews in a corner, one after another. CSS shows and hides the first; the script continues and
 * closes.
 */
export function reviewPopup(view: PopupView): Html {
  const { settings, design, say, reviews } = view
  if (!settings.enabled || reviews.length === 0) return html``
  const {
    desktopPosition,
    mobilePosition,
    popDesktopStyle,
    popMobileStyle,
    delayDuration,
    showDuration,
    hideDuration,
  } = settings
  const classes = `candor-popup candor-pop-${popDesktopStyle} candor-pop-m-${popMobileStyle} candor-at-${desktopPosition} candor-at-m-${mobilePosition} ${deviceClass(settings)} ${themeClass({ ...design, layout: 'list' })}`
  return html`
    <aside class="${classes}" lang="${view.locale}" dir="${view.direction}" style="${themeStyle(design)};${popupPosition(desktopPosition, mobilePosition)};--candor-delay:${delayDuration}ms;--candor-show:${showDuration}ms" data-candor-hide="${hideDuration}" data-candor-widget="reviewPopup" aria-label="${say('widget.recent')}">
      <ul>${reviews.map((review, index) => item(view, review, index > 0))}</ul>
      <button type="button" class="candor-close" aria-label="${say('widget.close')}" hidden></button>
    </aside>`
}

function item({ settings, say }: PopupView, review: ShownReview, isLater: boolean): Html {
  const author = review.author || say('widget.anonymous')
  const { product } = review
  return html`
    <li class="candor-pop-item"${isLater && html` hidden`}>
      ${picture(settings, review, author)}
      <div class="candor-pop-text">
        ${stars(review.rate, say('widget.outOf', { rate: review.rate }))}
        ${(review.title || review.content) && html`<p class="candor-pop-said" dir="auto"${langOf(review)}>${review.title || review.content}</p>`}
        ${originalText({ review, say })}
        <p class="candor-pop-by"><bdi>${author}</bdi>${review.verified === 'order' && ` · ${say('widget.verifiedOrder')}`}${review.incentivized && ` · ${say('widget.incentivized')}`}${review.from && ` · ${review.from}`}${product && html` · ${product.url ? html`<a class="candor-link" href="${product.url}">${product.title}</a>` : product.title}`}</p>
      </div>
    </li>`
}

/** Renders a photo of the review, or the shop's replacement. */
function picture(
  { showReviewImage, emptyImage }: PopupSettings,
  { media, product }: ShownReview,
  author: string,
): Html | false {
  const photo = showReviewImage && media.find(({ thumb }) => thumb)?.thumb
  const source = photo || (emptyImage === 'product' && product?.image)
  if (source)
    return html`<img class="candor-pop-image" src="${source}" width="72" height="72" loading="lazy" decoding="async" alt="">`
  return (
    emptyImage === 'initial' &&
    html`<span class="candor-pop-image candor-pop-face" aria-hidden="true">${firstLetter(author)}</span>`
  )
}
