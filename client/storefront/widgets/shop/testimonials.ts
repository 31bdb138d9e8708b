import type { QuoteIcon, TestimonialSettings } from '../../../../rules/settings/testimonials.ts'
import { customStyle } from '../custom-css.ts'
import { html, type Html } from '../html.ts'
import { firstLetter } from '../box/marks.ts'
import { brandStyle } from '../theme-style.ts'
import { foldedText, langOf, originalText } from '../reviews/review.ts'
import type { PageView, Say, ShownReview } from '../shown.ts'
import { stars } from '../reviews/stars.ts'

/** Shapes of quotation marks in a square of 24. */
const marks: Readonly<Record<Exclude<QuoteIcon, 'none'>, Html>> = {
  classic: html`<path fill="currentColor" d="M10 6.2C6.3 7.3 4 10.2 4 14.2c0 2.4 1.4 3.8 3.2 3.8 1.7 0 3-1.3 3-3s-1.2-2.9-2.8-2.9c-.3 0-.6 0-.8.1.4-1.8 1.9-3.4 4-4.1zM20 6.2c-3.7 1.1-6 4-6 8 0 2.4 1.4 3.8 3.2 3.8 1.7 0 3-1.3 3-3s-1.2-2.9-2.8-2.9c-.3 0-.6 0-.8.1.4-1.8 1.9-3.4 4-4.1z"/>`,
  rounded: html`<path fill="currentColor" d="M4 7h6v6a5 5 0 0 1-5 5v-2.5A2.5 2.5 0 0 0 7.5 13H4zM14 7h6v6a5 5 0 0 1-5 5v-2.5a2.5 2.5 0 0 0 2.5-2.5H14z"/>`,
  outline: html`<path fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round" d="M4 7h6v6a5 5 0 0 1-5 5v-2.5A2.5 2.5 0 0 0 7.5 13H4zM14 7h6v6a5 5 0 0 1-5 5v-2.5a2.5 2.5 0 0 0 2.5-2.5H14z"/>`,
}

const foldAfter = 220
const colour = /^#[0-9a-f]{3,8}$/i
const properties: Readonly<Record<keyof TestimonialSettings['colours'], string>> = {
  text: 'text',
  mutedText: 'soft',
  background: 'back',
  star: 'star',
  emptyStar: 'star-off',
  quote: 'quote',
}

/** Renders chosen reviews as quotations in a scrolling row. The script only adds arrows and advances automatically. */
export function testimonials({
  settings,
  testimonials: reviews = [],
  say,
  design,
  ...view
}: PageView & { settings: TestimonialSettings }): Html {
  const { layout, font, showOnDesktop, showOnMobile, autoNavigate, autoNavigateInterval } = settings
  if (!settings.enableTestimonial || reviews.length === 0 || !(showOnDesktop || showOnMobile)) return html``
  const classes = [
    'candor-box',
    'candor-testimonials',
    `candor-t-${layout}`,
    `candor-font-${font}`,
    `candor-icon-${design.starIconType}`,
    !showOnDesktop && 'candor-no-desktop',
    !showOnMobile && 'candor-no-mobile',
  ]
  const colours = Object.entries(settings.colours).flatMap(([name, value]) =>
    colour.test(value) ? [`--candor-${properties[name as keyof typeof properties]}:${value}`] : [],
  )
  return html`
    <section class="${classes.filter(Boolean).join(' ')}" lang="${view.locale}" dir="${view.direction}" style="${[...colours, brandStyle(design)].filter(Boolean).join(';')}" data-candor="${view.source}" data-candor-widget="testimonials"${autoNavigate && html` data-candor-seconds="${autoNavigateInterval}"`} aria-labelledby="candor-testimonials">
      ${customStyle('testimonials', settings.customCss)}
      <div class="candor-inner">
        <h2 class="candor-title" id="candor-testimonials">${say('widget.testimonials')}</h2>
        <div class="candor-track-x" role="group" tabindex="0" aria-labelledby="candor-testimonials"><ul class="candor-slides">${reviews.map((review) => slide(review, settings, say))}</ul></div>
        ${reviews.length > 1 && controls(say)}
      </div>
    </section>`
}

/** Renders controls with reserved space, hidden until the script has loaded. */
function controls(say: Say): Html {
  return html`
    <div class="candor-arrows" hidden>
      <button type="button" class="candor-arrow" data-candor-move="-1" aria-label="${say('widget.previous')}"></button>
      <button type="button" class="candor-arrow candor-pause" data-candor-pause aria-pressed="false" aria-label="${say('widget.pause')}" hidden></button>
      <button type="button" class="candor-arrow" data-candor-move="1" aria-label="${say('widget.next')}"></button>
    </div>`
}

function slide(review: ShownReview, { quoteIcon, showReviewDate }: TestimonialSettings, say: Say): Html {
  const author = review.author || say('widget.anonymous')
  const { product, verified } = review
  return html`
    <li class="candor-slide"><figure>
      ${quoteIcon !== 'none' && html`<svg class="candor-quote" viewBox="0 0 24 24" aria-hidden="true">${marks[quoteIcon]}</svg>`}
      <blockquote>
        ${stars(review.rate, say('widget.outOf', { rate: review.rate }))}
        ${review.title && html`<p class="candor-t-title" dir="auto"${langOf(review)}>${review.title}</p>`}
        ${foldedText({ review, say, foldAfter })}
        ${originalText({ review, say })}
      </blockquote>
      <figcaption>
        <span class="candor-face" aria-hidden="true">${firstLetter(author)}</span>
        <span class="candor-t-by"><bdi>${author}</bdi>
          <small>${verified && html`<span>${say(verified === 'order' ? 'widget.verifiedOrder' : 'widget.verifiedShop')}</span>`}
          ${review.incentivized && html`<span>${say('widget.incentivized')}</span>`}
          ${review.from && html`<span>${review.from}</span>`}
          ${showReviewDate && review.date && html`<time datetime="${review.createdAt}">${review.date}</time>`}
          ${product && html`<span>${product.url ? html`<a class="candor-link" href="${product.url}">${product.title}</a>` : product.title}</span>`}</small></span>
      </figcaption>
    </figure></li>`
}
