import { addressOf } from './address.ts'
import { closedNote, writeSection } from './form.ts'
import { html, type Html } from './html.ts'
import { lookClass, lookStyle, type Design } from './look.ts'
import { brandMark } from './mark.ts'
import { reviewItem } from './review.ts'
import { SORTS, type PageView, type Say } from './shown.ts'
import { summaryHead, writeLink } from './summary.ts'

export interface BoxView extends PageView {
  settings: Design
}

/** The review box. The same markup from the server, for the live module and in the admin's preview. */
export const reviewBox = (view: BoxView): Html => boxOf(view, { widget: 'reviewBox' })

/** A widget that lists pages of reviews: its name, whether it has the rating summary, and a style of its own. */
interface BoxKind {
  widget: string
  hidesSummary?: boolean
  style?: Html | false
}

/** Renders a box of reviews: the box of a product, or the page of all reviews. */
export function boxOf(view: BoxView, { widget, hidesSummary = false, style = false }: BoxKind): Html {
  const { settings, say, summary } = view
  const { requiredName, requiredEmail } = settings
  return html`
    <section class="candor-box ${lookClass(settings)}" id="candor-reviews" lang="${view.locale}" dir="${view.direction}" style="${lookStyle(settings)}" data-candor="${view.source}" data-candor-widget="${widget}" aria-labelledby="candor-title">${style}
      <div class="candor-inner">
        <h2 class="candor-title" id="candor-title">${say('widget.title')}</h2>
        ${!summary.count ? empty(view) : !hidesSummary && summaryHead(view)}
        ${view.closed ? closedNote(view.closed) : view.form && writeSection({ ...view.form, say, requiredName, requiredEmail: requiredEmail && !view.signedIn }, view.formOpen)}
        ${summary.count > 0 && shown(view)}
        ${brandMark(view)}
        <p class="candor-unseen" role="status" data-candor-live></p>
      </div>
      ${view.reviews.some((review) => review.media.length) && lightbox(say)}
    </section>`
}

function empty({ say, closed, form }: BoxView): Html {
  return html`
    <div class="candor-empty">
      <span class="candor-stars" aria-hidden="true" style="--candor-rate:0"></span>
      <p><strong>${say('widget.noReviews')}</strong></p>
      ${form && !closed && html`<p>${say('widget.first')}</p>${writeLink(say)}`}
    </div>`
}

/** The part that changes with the reader's choice. */
function shown(view: BoxView): Html {
  const { choice, say, summary, settings } = view
  const count = choice.rate ? summary.histogram[choice.rate] : summary.count
  const foldAfter = settings.layout === 'list' ? 600 : 260
  const track = settings.layout === 'carousel' && html` role="group" tabindex="0" aria-labelledby="candor-title"`
  return html`
    <div class="candor-shown" data-candor-part="shown" data-candor-say="${say('widget.count', { count })}">
      <div class="candor-tools">
        <p class="candor-filter" tabindex="-1">${choice.rate
          ? html`<b>${say('widget.rateLink', { stars: choice.rate, count })}</b> <a class="candor-link" href="${addressOf({ sort: choice.sort, rate: null, after: null })}">${say('widget.showAll')}</a>`
          : say('widget.all')}</p>
        ${sorting(view)}
      </div>
      <div class="candor-stage">
        ${settings.layout === 'carousel' && arrows(say)}
        <div class="candor-track-x"${track}><ul class="candor-reviews">${view.reviews.map((review) => reviewItem({ ...view, review, foldAfter }))}</ul></div>
      </div>
      ${pager(view)}
    </div>`
}

function sorting({ choice, say }: BoxView): Html {
  return html`
    <form class="candor-sorting" method="get" action="#candor-reviews">
      ${choice.rate && html`<input type="hidden" name="candor_rate" value="${choice.rate}">`}
      <label for="candor-sort">${say('widget.sort')}</label>
      <select class="candor-select" id="candor-sort" name="candor_sort">${SORTS.map((sort) => html`
        <option value="${sort}"${choice.sort === sort && html` selected`}>${say(`widget.sort.${sort}`)}</option>`)}
      </select>
      <noscript><button class="candor-quiet">${say('widget.apply')}</button></noscript>
    </form>`
}

/** Hidden until the live module can move them; their place is kept in the tools' row, so nothing shifts. */
function arrows(say: Say): Html {
  return html`
    <div class="candor-arrows" hidden>
      <button type="button" class="candor-arrow" data-candor-move="-1" aria-label="${say('widget.previous')}"></button>
      <button type="button" class="candor-arrow" data-candor-move="1" aria-label="${say('widget.next')}"></button>
    </div>`
}

function pager({ choice, next, say }: BoxView): Html {
  return html`
    <nav class="candor-pager" aria-label="${say('widget.title')}">
      ${choice.after && html`<a class="candor-link" id="candor-start" href="${addressOf({ ...choice, after: null })}">${say('widget.start')}</a>`}
      ${next && html`<a class="candor-quiet" id="candor-more" rel="next nofollow" data-candor-more href="${addressOf({ ...choice, after: next })}">${say('widget.more')}</a>`}
    </nav>`
}

/** Renders the viewer of a widget's photos. */
export function lightbox(say: Say): Html {
  return html`
    <dialog class="candor-light" aria-label="${say('widget.photos')}">
      <form method="dialog"><button class="candor-close" aria-label="${say('widget.close')}"></button></form>
      <button type="button" class="candor-arrow" data-candor-photo="-1" aria-label="${say('widget.previous')}"></button>
      <img alt="">
      <button type="button" class="candor-arrow" data-candor-photo="1" aria-label="${say('widget.next')}"></button>
    </dialog>`
}
