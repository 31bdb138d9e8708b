import { fewerEmailsDays, pausedEmailsDays } from '../../../rules/limits.ts'
import { MAIL_CHOICES, type MailChoice } from '../../../rules/suppressions.ts'
import { clearMailChoice, chooseMails, readMailChoice } from '../../shop/customers/preferences.ts'
import { html } from '../../core/html.ts'
import { word } from '../../core/words/words.ts'
import { readShopFace } from '../../shop/branding/shop-face.ts'
import type { UnsubscribeHolder } from '../../requests/requests/mail-links.ts'
import { renderNotice } from '../../core/pages/page.ts'

/** Returns the choice of the page's form. A mail program's one-click post (RFC 8058) has none. */
export function parseMailChoice(body: unknown): MailChoice | null {
  const chosen = typeof body === 'string' ? new URLSearchParams(body).get('choice') : null
  return MAIL_CHOICES.find((choice) => choice === chosen) ?? null
}

/** Shows the result of the post before if it is still in force; else the choices. */
export async function resultPage(
  holder: UnsubscribeHolder,
  { token, done }: { token: string; done?: string | undefined },
): Promise<string> {
  if (done === undefined) return preferencePage(holder, token)
  const choice = await readMailChoice(holder.ctx, holder.item.customerEmail)
  if (choice === null && done === 'subscribed') return subscribedPage(holder)
  return choice !== null && choice === done ? chosenPage(holder, { token, choice }) : preferencePage(holder, token)
}

/** Stores a choice for the recipient's address. Applies to queued requests, too, because sending checks again. */
export const storeMailChoice = ({ ctx, item }: UnsubscribeHolder, choice: MailChoice): Promise<void> =>
  chooseMails(ctx, item.customerEmail, choice)

/** Removes the choice. A merchant's block remains. */
export const resubscribe = ({ ctx, item }: UnsubscribeHolder): Promise<void> => clearMailChoice(ctx, item.customerEmail)

const days: Readonly<Record<MailChoice, number>> = { fewer: fewerEmailsDays, later: pausedEmailsDays, never: 0 }

async function preferencePage(holder: UnsubscribeHolder, token: string): Promise<string> {
  const say = (choice: MailChoice, part: 'button' | 'hint') =>
    word(holder.locale, `preferences.${choice}.${part}`, { ...names(holder), days: days[choice] })
  const more = html`<form class="choices" method="post" action="/u/${token}">${MAIL_CHOICES.map(
    (choice) => html`
<p><button type="submit" name="choice" value="${choice}"${choice === 'never' ? '' : html` class="quiet"`}>${say(choice, 'button')}</button><span class="hint">${say(choice, 'hint')}</span></p>`,
  )}</form>`
  return renderNotice(await frame(holder, word(holder.locale, 'preferences.title')), {
    lead: word(holder.locale, 'preferences.lead', names(holder)),
    more,
  })
}

export async function chosenPage(
  holder: UnsubscribeHolder,
  { token, choice }: { token: string; choice: MailChoice },
): Promise<string> {
  const more = html`<form method="post" action="/u/${token}/again"><button class="plain" type="submit">${word(holder.locale, choice === 'never' ? 'unsubscribe.undo' : 'preferences.undo')}</button></form>`
  const [title, lead] =
    choice === 'never'
      ? (['unsubscribe.done', 'unsubscribe.doneLead'] as const)
      : ([`preferences.${choice}.done`, `preferences.${choice}.doneLead`] as const)
  return renderNotice(await frame(holder, word(holder.locale, title)), {
    lead: word(holder.locale, lead, { ...names(holder), days: days[choice] }),
    done: true,
    more,
  })
}

async function subscribedPage(holder: UnsubscribeHolder): Promise<string> {
  return renderNotice(await frame(holder, word(holder.locale, 'unsubscribe.undone')), {
    lead: word(holder.locale, 'unsubscribe.undoneLead', names(holder)),
    done: true,
  })
}

const frame = async ({ ctx, locale }: UnsubscribeHolder, title: string) => ({
  locale,
  title,
  shop: await readShopFace(ctx),
})

/** Masks the address: its owner recognizes it, and recipients of a forwarded email learn no more. */
function names({ ctx, item }: UnsubscribeHolder): { shop: string; email: string } {
  const [local = '', domain = ''] = item.customerEmail.split('@')
  return { shop: ctx.shop.name, email: `${local.slice(0, 1)}…@${domain}` }
}
