import { widgetId } from '../ids.ts'
import { avatar, usualMarks, variantNote, verifiedBadge, type MarkDesign } from '../box/marks.ts'
import { html, type Html } from '../html.ts'
import type { Say, ShownMedia, ShownReview } from '../shown.ts'
import { stars } from './stars.ts'

interface ReviewView {
  review: ShownReview
  say: Say
  locale: string
  shopName: string
  /** Length in characters from which a text is folded; cards fold earlier than rows. */
  foldAfter: number
  foot?: Html
  key?: string | undefined
  /** The page's URL points at it. */
  isLinked?: boolean
  /** Pinned above reviews that would otherwise come first. */
  isPinned?: boolean
  /** Settings of the author line. */
  design?: MarkDesign
  /** Photos are large and come first. */
  leadsWithMedia?: boolean
}

/**
 * Renders one review: author and date, then the text. An `article`, so that screen readers can step through reviews.
 */
export function reviewItem(view: ReviewView): Html {
  const { review, say, design = usualMarks } = view
  const author = review.author || say('widget.anonymous')
  return html`
    <li class="candor-review${view.isLinked && ' candor-linked'}"${view.isLinked && html` id="${widgetId('linked', view.key)}"`} tabindex="-1"><article class="candor-article" aria-label="${author}, ${say('widget.outOf', { rate: review.rate })}">
      <header class="candor-who">
        ${avatar(author, design)}
        <span class="candor-name"><bdi>${author}</bdi></span>
        ${review.country && html`<span class="candor-flag" role="img" aria-label="${review.country.name}" title="${review.country.name}">${review.country.flag}</span>`}
        ${verifiedBadge(review, design, say)}${notes(view)}${variantNote(review, design, say)}
        ${review.date && html`<time class="candor-when" datetime="${review.createdAt}">${review.date}</time>`}
      </header>
      <div class="candor-what">
        ${view.isLinked && html`<p class="candor-note">${say('widget.linked')}</p>`}
        ${stars(review.rate, say('widget.outOf', { rate: review.rate }))}
        ${review.title && html`<h3 class="candor-subject" dir="auto"${langOf(review)}>${review.title}</h3>`}
        ${foldedText(view)}
        ${originalText(view)}
        ${of(view)}
        ${photos(view, author)}
        ${review.from && html`<p class="candor-from">${review.from}</p>`}
        ${reply(view)}
        ${view.foot}
      </div>
    </article></li>`
}

function notes({ review, say, isPinned }: ReviewView): Html {
  return html`
    ${isPinned && html`<span class="candor-note">${say('widget.pinned')}</span>`}
    ${review.featured && html`<span class="candor-note candor-featured">${say('widget.featured')}</span>`}
    ${review.incentivized && html`<span class="candor-note">${say('widget.incentivized')}</span>`}`
}

/** Returns the language of title and text as an attribute. */
export const langOf = ({ language }: Pick<ShownReview, 'language'>): Html | '' =>
  language ? html` lang="${language}"` : ''

/** Says that a text is a translation. The original, or the translation, opens without a script. */
export function originalText({ review: { original }, say }: Pick<ReviewView, 'review' | 'say'>): Html | false {
  if (!original) return false
  const { title, content, language, isTranslation } = original
  const lang = langOf({ language: language?.tag })
  return html`
    <details class="candor-original"><summary class="candor-fold">${isTranslation ? say('widget.seeTranslation') : language ? say('widget.translatedFrom', { language: language.name }) : say('widget.translated')}</summary>
      ${title && html`<p class="candor-text" dir="auto"${lang}><strong>${title}</strong></p>`}
      ${content && html`<p class="candor-text" dir="auto"${lang}>${content}</p>`}
    </details>`
}

/** Folds a long text by a checkbox, which needs no JavaScript and keeps the whole text in the page. */
export function foldedText({ review, say, foldAfter }: Pick<ReviewView, 'review' | 'say' | 'foldAfter'>): Html | false {
  if (!review.content) return false
  const words = html`<p class="candor-text" dir="auto"${langOf(review)}>${review.content}</p>`
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

function photos({ review, say, leadsWithMedia = false }: ReviewView, author: string): Html | false {
  if (!review.media.length) return false
  return html`
    <ul class="candor-shots">${review.media.map(
      (medium, index) => html`
      <li>${shot(medium, say(medium.kind === 'video' ? 'widget.video' : 'widget.photo', { number: index + 1, author }), leadsWithMedia)}</li>`,
    )}
    </ul>`
}

function shot({ kind, url, thumb, medium }: ShownMedia, name: string, isLarge: boolean): Html {
  const [source, pixels] = isLarge ? [medium ?? thumb, 340] : [thumb, 84]
  const small = (alt: string) =>
    source &&
    html`<img src="${source}" width="${pixels}" height="${pixels}" loading="lazy" decoding="async" alt="${alt}">`
  return kind === 'video'
    ? html`<a class="candor-shot candor-film" href="${url}" target="_blank" aria-label="${name}">${small('')}</a>`
    : html`<a class="candor-shot" href="${url}" target="_blank">${small(name)}</a>`
}

function reply({ review, say, shopName }: ReviewView): Html | false {
  if (!review.reply) return false
  return html`
    <div class="candor-reply">
      <p class="candor-reply-by">${say('widget.reply', { shop: shopName })}${review.reply.date && html` <time datetime="${review.reply.createdAt}">${review.reply.date}</time>`}</p>
      <p class="candor-text" dir="auto">${review.reply.content}</p>
    </div>`
}
