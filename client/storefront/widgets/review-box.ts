import type { ReviewBoxSettings } from '../../../rules/settings/review-box.ts'
import { widgetId } from './ids.ts'
import { buildChoiceQuery } from './address.ts'
import { boxClass, leadsWithMedia, usualSwitches } from './box/box-style.ts'
import { customPlace } from './box/place.ts'
import { topQualityBadge } from './box/top-quality.ts'
import { customStyle } from './custom-css.ts'
import { closedNote, formNeeds, writeSection } from './forms/form.ts'
import { html, type Html } from './html.ts'
import { colourStyle, themeClass, themeStyle, type Design } from './theme-style.ts'
import { brandMark } from './mark.ts'
import { reviewItem } from './reviews/review.ts'
import { photoWall } from './reviews/photo-wall.ts'
import { foundText, noMatch, shownLine, reviewTools } from './reviews/review-tools.ts'
import { howChecked } from './reviews/how-checked.ts'
import { reviewFoot } from './reviews/review-foot.ts'
import type { PageView, Say, ShownReview } from './shown.ts'
import { summaryHead, writeLink, type WriteButton } from './reviews/summary.ts'

export interface BoxView extends PageView {
  settings: Design
}

/** Renders the review box: the same markup for the server, the live module and the admin's preview. */
export function reviewBox(view: BoxView): Html {
  const { settings } = view
  const { marks, script } = customPlace(settings, view.place)
  return html`${boxOf(view, { widget: 'reviewBox', style: customStyle('reviewBox', settings.customCss), marks })}${script}${topQualityBadge({ ...view, design: settings })}`
}

/** A widget that lists pages of reviews: name, rating summary or not, and its own style. */
interface BoxKind {
  widget: string
  hidesSummary?: boolean
  style?: Html | false
  marks?: Html | false
}

/** Returns the button that opens the form; null if the shop hides it. */
const writeButton = ({ summaryButton, formType }: ReviewBoxSettings): WriteButton | null =>
  summaryButton.enabled ? { text: summaryButton.text, isPopup: formType === 'popup' } : null

/** Renders a box of reviews: the box of a product, or the page of all reviews. */
export function boxOf(view: BoxView, { widget, hidesSummary = false, style = false, marks = false }: BoxKind): Html {
  const { settings, say, summary, key, switches = usualSwitches } = view
  const isPopup = settings.formType === 'popup'
  return html`
    <section class="${['candor-box', themeClass(settings), boxClass(view)].filter(Boolean).join(' ')}" id="${widgetId('reviews', key)}" lang="${view.locale}" dir="${view.direction}" style="${themeStyle(settings)};${colourStyle({ liked: settings.likedColor, disliked: settings.dislikedColor })}" data-candor="${view.source}" data-candor-widget="${widget}"${switches.endless && html` data-candor-endless`}${marks} aria-labelledby="${widgetId('title', key)}">${style}${key && html`<a name="candor-reviews" style="display:inline!important"></a>`}
      <div class="candor-inner">
        <h2 class="candor-title" id="${widgetId('title', key)}">${say('widget.title')}</h2>
        ${!summary.count ? empty(view) : !hidesSummary && summaryHead({ ...view, button: writeButton(settings) })}
        ${summary.count > 0 && howChecked(view)}
        ${view.closed ? closedNote(view.closed) : view.form && writeSection({ ...view.form, say, ...formNeeds(settings, view.signedIn === true) }, { open: view.formOpen, isPopup })}
        ${summary.count > 0 && photoWall(view)}
        ${summary.count > 0 && shown(view)}
        ${brandMark(view)}
        <p class="candor-unseen" role="status" data-candor-live></p>
      </div>
      ${(view.reading ?? view.reviews.some((review) => review.media.length)) && lightbox(view)}
    </section>`
}

function empty({ say, closed, form, settings, key }: BoxView): Html {
  const button = writeButton(settings)
  return html`
    <div class="candor-empty">
      <span class="candor-stars" aria-hidden="true" style="--candor-rate:0"></span>
      <p><strong>${say('widget.noReviews')}</strong></p>
      ${form && !closed && html`<p>${say('widget.first')}</p>${button && writeLink(say, button, key)}`}
    </div>`
}

/** Renders the part that changes with the reader's choice. */
function shown(view: BoxView): Html {
  const { say, settings, key } = view
  const foldAfter = settings.layout === 'list' ? 600 : 260
  const track =
    settings.layout === 'carousel' && html` role="group" tabindex="0" aria-labelledby="${widgetId('title', key)}"`
  return html`
    <div class="candor-shown" data-candor-part="shown" data-candor-say="${foundText(view)}">
      <div class="candor-tools">
        ${shownLine(view)}
        ${reviewTools(view)}
      </div>
      <div class="candor-stage">
        <div class="candor-track-x"${track}><ul class="candor-reviews">${view.reviews.map((review) => reviewItem({ ...view, design: settings, review, foldAfter, leadsWithMedia: leadsWithMedia(view), ...reading(view, review) }))}</ul></div>
        ${settings.layout === 'carousel' && view.reviews.length > 1 && arrows(say)}
      </div>
      ${view.reviews.length === 0 && noMatch(view)}
      ${pager(view)}
    </div>`
}

/** Returns a review's footer, whether the URL points at it, and whether it is pinned. */
function reading(
  { reading: offered, say, settings: design, choice, key }: BoxView,
  review: ShownReview,
): { foot?: Html; isLinked?: boolean; isPinned?: boolean } {
  const isPinned = Boolean(choice.isPinnedFirst && review.pinned)
  if (!offered) return { isPinned }
  const isLinked = choice.review === review.id && !choice.after
  return {
    isLinked,
    isPinned,
    foot: reviewFoot({ review, reading: offered, say, design, key, voted: isLinked ? (choice.voted ?? null) : null }),
  }
}

/** Renders arrows, hidden until the live module has loaded. Their space is reserved, so nothing shifts. */
function arrows(say: Say): Html {
  return html`
    <div class="candor-arrows" hidden>
      <button type="button" class="candor-arrow" data-candor-move="-1" aria-label="${say('widget.previous')}"></button>
      <button type="button" class="candor-arrow" data-candor-move="1" aria-label="${say('widget.next')}"></button>
    </div>`
}

/** Renders the link to the next page, which replaces this one or is appended, by the settings. */
function pager({ choice, next, say, settings, key, switches = usualSwitches }: BoxView): Html {
  const adds = switches.endless || settings.paging === 'loadMore'
  return html`
    <nav class="candor-pager" aria-label="${say('widget.title')}">
      ${choice.after && html`<a class="candor-link" id="${widgetId('start', key)}" href="${buildChoiceQuery({ ...choice, after: null }, key)}">${say('widget.start')}</a>`}
      ${next && html`<a class="candor-quiet" id="${widgetId('more', key)}" rel="next nofollow"${adds && html` data-candor-more`} href="${buildChoiceQuery({ ...choice, after: next }, key)}">${say(adds ? 'widget.more' : 'widget.nextPage')}</a>`}
    </nav>`
}

export function lightbox({ say, viewer }: Pick<PageView, 'say' | 'viewer'>): Html {
  return html`
    <dialog class="candor-light"${viewer && html` data-candor-style="${viewer}"`} aria-label="${say('widget.photos')}">
      <form method="dialog"><button class="candor-close" aria-label="${say('widget.close')}"></button></form>
      <button type="button" class="candor-arrow" data-candor-photo="-1" aria-label="${say('widget.previous')}"></button>
      <img alt="">
      <button type="button" class="candor-arrow" data-candor-photo="1" aria-label="${say('widget.next')}"></button>
      <p class="candor-count" role="status"></p>
      <div class="candor-beside" aria-live="polite"></div>
    </dialog>`
}
