import { editRequestDays } from '../../../rules/limits.ts'
import { html, type Html } from '../../core/html.ts'
import { renderNotice, renderShopperPage, starShape, type ShopFace } from '../../core/pages/page.ts'
import { buildMediaUrls } from '../reviews/media/media-rows.ts'
import { word, type WordId, type WordParams } from '../../core/words/words.ts'
import type { ClosedEditState } from './answer-edit-request.ts'
import type { AskedReview, OpenEditLink } from './edit-links.ts'
import type { EditProposal } from '../reviews/changes/proposals.ts'

const sayTo =
  ({ ctx, locale }: OpenEditLink) =>
  (id: WordId, params: WordParams = {}): string =>
    word(locale, id, { shop: ctx.shop.name, days: editRequestDays, ...params })

interface Question {
  action: string
  /** URL of the page for the other answer. */
  other: string
  shop: ShopFace
  proposal: EditProposal
}

/** Renders the review before and after the change, with a button. Opening the page changes nothing. */
export function renderQuestionPage(holder: OpenEditLink, { action, other, shop, proposal }: Question): string {
  const { review, answer, locale } = holder
  const say = sayTo(holder)
  const title = say(`edit.${answer}.title`)
  const body = html`<header class="lead"><h1>${title}</h1>
<p class="soft">${say(`edit.${answer}.lead`)}</p></header>
${proposal.note && html`<section class="card">${head(say('edit.note'))}${paragraph(proposal.note)}</section>`}
${beforeCard(review, { locale, head: say('edit.before') })}
${afterCard(holder, proposal)}
<form method="post" action="${action}"><div class="send"><button type="submit">${say(`edit.${answer}.button`)}</button><a class="plain" href="${other}">${say(`edit.${answer === 'confirm' ? 'deny' : 'confirm'}.button`)}</a></div></form>`
  return renderShopperPage({ locale, title, shop, body })
}

const head = (text: string): Html => html`<p class="soft">${text}</p>`
const paragraph = (text: string): Html =>
  html`<p dir="auto" style="margin:.5rem 0 0;white-space:pre-line;overflow-wrap:anywhere">${text}</p>`
const words = ({ title, content }: { title: string; content: string }): Html =>
  html`${title && html`<h2 dir="auto" style="margin-top:.75rem">${title}</h2>`}${content && paragraph(content)}`

function beforeCard(review: AskedReview, { locale, head: label }: { locale: string; head: string }): Html {
  const { rate, product } = review
  const stars = [1, 2, 3, 4, 5].map((count) => html`<span class="${count > rate ? 'off' : 'on'}">${starShape}</span>`)
  return html`<section class="card">
${head(label)}
${product && html`<p class="soft" dir="auto">${product.title}</p>`}
<div class="rated" role="img" aria-label="${word(locale, 'widget.outOf', { rate })}">${stars}</div>
${words(review)}
</section>`
}

function afterCard(holder: OpenEditLink, proposal: EditProposal): Html {
  const say = sayTo(holder)
  const { ctx, review } = holder
  const turned = new Map(proposal.media.map(({ id, hidden }) => [id, hidden]))
  const images = (hidden: boolean) =>
    review.media
      .filter(({ id }) => turned.get(id) === hidden)
      .flatMap((media) => buildMediaUrls(ctx.files, media).thumbnailUrl ?? [])
  const image = (url: string): Html =>
    html`<img src="${url}" alt="" width="88" height="88" style="object-fit:cover;border-radius:10px;margin:.5rem .5rem 0 0">`
  const [hides, shows] = [proposal.media.filter(({ hidden }) => hidden), proposal.media.filter(({ hidden }) => !hidden)]
  return html`<section class="card">
${head(say('edit.after'))}
${words(proposal)}
${hides.length > 0 && html`<p class="soft" style="margin-top:.75rem">${say('edit.hides', { count: hides.length })}</p>${images(true).map(image)}`}
${shows.length > 0 && html`<p class="soft" style="margin-top:.75rem">${say('edit.shows', { count: shows.length })}</p>${images(false).map(image)}`}
</section>`
}

const done: Readonly<Record<ClosedEditState, boolean>> = {
  confirmed: true,
  denied: true,
  expired: false,
  replaced: false,
  gone: false,
}

export function renderAnsweredPage(holder: OpenEditLink, shop: ShopFace, place: ClosedEditState): string {
  const say = sayTo(holder)
  return renderNotice(
    { locale: holder.locale, title: say(`edit.${place}.title`), shop },
    { lead: say(`edit.${place}.lead`), done: done[place] },
  )
}

export function renderTooManyPage(holder: OpenEditLink, shop: ShopFace): string {
  return renderNotice({ locale: holder.locale, title: sayTo(holder)('edit.tooMany'), shop }, { lead: '' })
}
