import { html, type Html } from './html.ts'
import type { Say, ShownMedia, ShownReview } from './shown.ts'
import { stars } from './stars.ts'

export interface ReviewView {
  review: ShownReview
  say: Say
  locale: string
  shopName: string
  /** Characters after which a text is folded; cards fold earlier than rows. */
  foldAfter: number
}

const tick = html`<svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"><path fill="currentColor" d="M8 .8l1.9 1.4 2.3.1.7 2.3 1.8 1.5-.7 2.2.7 2.2-1.8 1.5-.7 2.3-2.3.1L8 15.8l-1.9-1.4-2.3-.1-.7-2.3-1.8-1.5.7-2.2-.7-2.2 1.8-1.5.7-2.3 2.3-.1z"/><path fill="none" stroke="var(--candor-back,#fff)" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round" d="M5.1 8.2l2 2 3.8-4.1"/></svg>`

/** One review: who and when, then what. An `article` so that a screen reader can step from one to the next. */
export function reviewItem(view: ReviewView): Html {
  const { review, say } = view
  const author = review.author || say('widget.anonymous')
  return html`
    <li class="candor-review" tabindex="-1"><article class="candor-article">
      <header class="candor-who">
        <span class="candor-face" aria-hidden="true">${firstLetter(author)}</span>
        <span class="candor-name"><bdi>${author}</bdi></span>
        ${review.country && html`<span class="candor-flag" role="img" aria-label="${review.country.name}" title="${review.country.name}">${review.country.flag}</span>`}
        ${badges(view)}
        ${review.date && html`<time class="candor-when" datetime="${review.createdAt}">${review.date}</time>`}
      </header>
      <div class="candor-what">
        ${stars(review.rate, say('widget.outOf', { rate: review.rate }))}
        ${review.title && html`<h3 class="candor-subject" dir="auto">${review.title}</h3>`}
        ${foldedText(view)}
        ${of(view)}
        ${photos(view, author)}
        ${reply(view)}
      </div>
    </article></li>`
}

function badges({ review, say }: ReviewView): Html {
  return html`
    ${review.verified && html`<span class="candor-sure">${tick}${say(review.verified === 'order' ? 'widget.verifiedOrder' : 'widget.verifiedShop')}</span>`}
    ${review.incentivized && html`<span class="candor-note">${say('widget.incentivized')}</span>`}`
}

/** Long texts are folded by a checkbox: that needs no JavaScript and keeps the whole text in the page. */
export function foldedText({ review, say, foldAfter }: Pick<ReviewView, 'review' | 'say' | 'foldAfter'>): Html | false {
  if (!review.content) return false
  const words = html`<p class="candor-text" dir="auto">${review.content}</p>`
  if (review.content.length <= foldAfter) return words
  return html`
    <div class="candor-long">${words}
      <label class="candor-fold"><input type="checkbox" class="candor-unseen"><span>${say('widget.unfold')}</span><span>${say('widget.fold')}</span></label>
    </div>`
}

function of({ review: { product } }: ReviewView): Html | false {
  if (!product) return false
  return html`<p class="candor-of">${product.url ? html`<a class="candor-link" href="${product.url}">${product.title}</a>` : product.title}</p>`
}

function photos({ review, say }: ReviewView, author: string): Html | false {
  if (!review.media.length) return false
  return html`
    <ul class="candor-shots">${review.media.map((medium, index) => html`
      <li>${shot(medium, say(medium.kind === 'video' ? 'widget.video' : 'widget.photo', { number: index + 1, author }))}</li>`)}
    </ul>`
}

function shot({ kind, url, thumb }: ShownMedia, name: string): Html {
  const small = (alt: string) => thumb && html`<img src="${thumb}" width="84" height="84" loading="lazy" decoding="async" alt="${alt}">`
  return kind === 'video'
    ? html`<a class="candor-shot candor-film" href="${url}" aria-label="${name}">${small('')}</a>`
    : html`<a class="candor-shot" href="${url}">${small(name)}</a>`
}

function reply({ review, say, shopName }: ReviewView): Html | false {
  if (!review.reply) return false
  return html`
    <div class="candor-reply">
      <p class="candor-reply-by">${say('widget.reply', { shop: shopName })}${review.reply.date && html` <time datetime="${review.reply.createdAt}">${review.reply.date}</time>`}</p>
      <p class="candor-text" dir="auto">${review.reply.content}</p>
    </div>`
}

const letters = new Intl.Segmenter()

/** The first letter as a reader sees it: combined letters and emoji stay whole. */
export function firstLetter(name: string): string {
  const first = letters.segment(name)[Symbol.iterator]().next()
  return first.done ? '' : first.value.segment.toLocaleUpperCase()
}
