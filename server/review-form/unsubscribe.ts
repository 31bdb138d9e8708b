import { suppress, unsuppress } from '../customers/suppressions.ts'
import { html } from '../mail/html.ts'
import { word } from '../words/words.ts'
import type { LinkHolder } from './link.ts'
import { notice } from './page.ts'

/** Stops all requests of this shop to the address of the mail, those queued already included: sending asks once more. */
export async function unsubscribe({ ctx, item }: LinkHolder): Promise<void> {
  await suppress(ctx, [item.customerEmail], 'unsubscribed')
}

/** Takes an unsubscription back; what the merchant has blocked stays so. */
export async function resubscribe({ ctx, item }: LinkHolder): Promise<void> {
  await unsuppress(ctx, [item.customerEmail], 'unsubscribed')
}

export function unsubscribePage(holder: LinkHolder, token: string): string {
  const more = html`<form method="post" action="/u/${token}"><button type="submit">${word(holder.locale, 'unsubscribe.button')}</button></form>`
  return notice(frame(holder, 'unsubscribe.title'), { lead: word(holder.locale, 'unsubscribe.lead', names(holder)), more })
}

export function unsubscribedPage(holder: LinkHolder, token: string): string {
  const more = html`<form method="post" action="/u/${token}/again"><button class="plain" type="submit">${word(holder.locale, 'unsubscribe.undo')}</button></form>`
  return notice(frame(holder, 'unsubscribe.done'), { lead: word(holder.locale, 'unsubscribe.doneLead', names(holder)), done: true, more })
}

export function subscribedPage(holder: LinkHolder): string {
  return notice(frame(holder, 'unsubscribe.undone'), { lead: word(holder.locale, 'unsubscribe.undoneLead', names(holder)), done: true })
}

function frame({ ctx, locale }: LinkHolder, title: 'unsubscribe.title' | 'unsubscribe.done' | 'unsubscribe.undone') {
  return { locale, title: word(locale, title), shop: ctx.shop }
}

/** A mail may be passed on: the page shows enough of the address for its owner, and no more. */
function names({ ctx, item }: LinkHolder): { shop: string; email: string } {
  const [local = '', domain = ''] = item.customerEmail.split('@')
  return { shop: ctx.shop.name, email: `${local.slice(0, 1)}…@${domain}` }
}
