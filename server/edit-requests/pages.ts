import { editRequestDays } from '../../rules/limits.ts'
import { html, type Html } from '../mail/html.ts'
import { notice, shopperPage, starShape } from '../review-form/page.ts'
import { word, type WordId, type WordParams } from '../words/words.ts'
import type { EditRequestPlace } from './answer.ts'
import type { AskedReview, EditHolder } from './links.ts'

const sayTo = ({ ctx, locale }: EditHolder) => (id: WordId, params: WordParams = {}): string => word(locale, id, { shop: ctx.shop.name, days: editRequestDays, ...params })

interface Question {
  /** Where the button leads. */
  action: string
  logo: string
  /** What the merchant wrote with the request, or empty. */
  note: string
}

/** What is asked, the review it is about, and the one button of this link. Looking at it does nothing. */
export function questionPage(holder: EditHolder, { action, logo, note }: Question): string {
  const { ctx, review, answer, locale } = holder
  const say = sayTo(holder)
  const title = say(`edit.${answer}.title`)
  const body = html`<h1>${title}</h1>
<p class="soft">${say(`edit.${answer}.lead`)}</p>
${note && noteCard(say('edit.note'), note)}
${reviewCard(review, locale)}
<form method="post" action="${action}"><div class="send"><button type="submit">${say(`edit.${answer}.button`)}</button></div></form>
<p class="soft" style="margin-top:1.25rem">${say(`edit.${answer}.hint`)}</p>`
  return shopperPage({ locale, title, shop: ctx.shop, logo, body })
}

const noteCard = (head: string, note: string): Html => html`<section class="card">
<p class="soft">${head}</p>
<p dir="auto" style="margin:.5rem 0 0;white-space:pre-line;overflow-wrap:anywhere">${note}</p>
</section>`

function reviewCard({ rate, title, content, product }: AskedReview, locale: string): Html {
  const stars = [1, 2, 3, 4, 5].map((count) => html`<span class="${count > rate ? 'off' : 'on'}">${starShape}</span>`)
  return html`<section class="card">
${product && html`<p class="soft" dir="auto">${product.title}</p>`}
<div class="rated" dir="ltr" role="img" aria-label="${word(locale, 'widget.outOf', { rate })}">${stars}</div>
${title && html`<h2 dir="auto" style="margin-top:.75rem">${title}</h2>`}
${content && html`<p dir="auto" style="margin:.5rem 0 0;white-space:pre-line;overflow-wrap:anywhere">${content}</p>`}
</section>`
}

const done: Readonly<Record<EditRequestPlace, boolean>> = { open: false, confirmed: true, denied: true, expired: false, replaced: false, gone: false }

/** Where a request stands that nothing can be answered to any more, in one sentence. */
export function answeredPage(holder: EditHolder, place: Exclude<EditRequestPlace, 'open'>): string {
  const say = sayTo(holder)
  const { ctx, locale } = holder
  return notice({ locale, title: say(`edit.${place}.title`), shop: ctx.shop }, { lead: say(`edit.${place}.lead`), done: done[place] })
}

export function tooManyPage(holder: EditHolder): string {
  return notice({ locale: holder.locale, title: sayTo(holder)('edit.tooMany'), shop: holder.ctx.shop }, { lead: '' })
}
