import { html, type Html } from '../html.ts'
import { starShape } from './page.ts'

/** Renders quoted text with a head, as on pages behind links of emails. */
export const renderQuote = (
  head: string,
  text: string,
  more: Html | '' = '',
): Html => html`<section class="card"><p class="soft">${head}</p>${more}
<p dir="auto" style="margin:.5rem 0 0;white-space:pre-line;overflow-wrap:anywhere">${text}</p></section>`

/** Renders a review's stars; `label` says them in words. */
function renderStars(rate: number, label: string): Html {
  const stars = [1, 2, 3, 4, 5].map((count) => html`<span class="${count > rate ? 'off' : 'on'}">${starShape}</span>`)
  return html`<div class="rated" role="img" aria-label="${label}">${stars}</div>`
}

/** Renders a review's stars and words. */
export const renderQuotedReview = (
  { rate, title, content }: { rate: number; title: string; content: string },
  { head, rateText }: { head: string; rateText: string },
): Html => renderQuote(head, [title, content].filter(Boolean).join('\n\n'), renderStars(rate, rateText))
