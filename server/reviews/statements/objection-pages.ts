import { maxObjectionChars, nameReason } from '../../../rules/refusal.ts'
import { html } from '../../core/html.ts'
import { renderNotice, renderShopperPage, type ShopFace } from '../../core/pages/page.ts'
import { renderQuote, renderQuotedReview } from '../../core/pages/quote.ts'
import { word, type WordId, type WordParams } from '../../core/words/words.ts'
import type { OpenObjection } from './statement-links.ts'
import type { ObjectionState } from './statements.ts'

const sayTo =
  ({ ctx, locale, product }: OpenObjection) =>
  (id: WordId, params: WordParams = {}): string =>
    word(locale, id, { shop: ctx.shop.name, product, ...params })

/** Renders the decision, the review and the form for an objection. Opening the page changes nothing. */
export function renderObjectionForm(
  opened: OpenObjection,
  { action, shop, typed = '', problem = '' }: { action: string; shop: ShopFace; typed?: string; problem?: string },
): string {
  const say = sayTo(opened)
  const { statement, review, locale } = opened
  const reason = say(`refusal.${nameReason(statement)}`)
  const body = html`<header class="lead"><h1>${say('objection.title')}</h1><p class="soft">${say('objection.lead')}</p></header>
${renderQuote(say('statement.reason'), [reason, statement.note].filter(Boolean).join('\n\n'))}
${review && renderQuotedReview(review, { head: say('statement.yours'), rateText: say('widget.outOf', { rate: review.rate }) })}
<form method="post" action="${action}" novalidate><section class="card"><div class="field"><label for="text">${say('objection.text')}</label>
<textarea id="text" name="text" rows="6" required maxlength="${maxObjectionChars}" aria-describedby="text-note"${problem && html` aria-invalid="true" autofocus`}>${typed}</textarea>
<p id="text-note" class="${problem ? 'problem' : 'soft'}">${problem || say('objection.hint')}</p></div></section>
<div class="send"><button type="submit">${say('objection.send')}</button></div></form>`
  return renderShopperPage({ locale, title: say('objection.title'), shop, body })
}

/** Renders what became of an objection. `typed` is a text that was not stored, so that it isn't lost. */
export function renderObjectionState(
  opened: OpenObjection,
  { shop, state, typed = '' }: { shop: ShopFace; state: Exclude<ObjectionState, 'open'>; typed?: string },
): string {
  const say = sayTo(opened)
  const { objection, answer } = opened.statement
  const parts = [
    answer && renderQuote(say('objectionMail.answer'), answer),
    objection && renderQuote(say('objection.yours'), objection),
    typed && typed !== objection && renderQuote(say('objection.copy'), typed),
  ].filter(Boolean)
  return renderNotice(
    { locale: opened.locale, title: say(`objection.${state}.title`), shop },
    {
      lead: say(`objection.${state}.lead`),
      done: state === 'received' || state === 'restored',
      ...(parts.length > 0 && { more: html`${parts}` }),
    },
  )
}
