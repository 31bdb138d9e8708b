import { writeLongDate } from '../../../rules/dates.ts'
import { html } from '../../core/html.ts'
import { word } from '../../core/words/words.ts'
import { readShopFace } from '../../shop/branding/shop-face.ts'
import { findPostponement } from '../../requests/requests/progress.ts'
import type { LinkHolder } from '../../requests/requests/mail-links.ts'
import { renderNotice } from '../../core/pages/page.ts'

/** `isDone`: the shopper postponed the request on the page before. */
export async function laterPage(
  { ctx, item, locale }: LinkHolder,
  { token, isDone }: { token: string; isDone: boolean },
): Promise<string> {
  const { isPossible, scheduledAt } = await findPostponement(ctx, item.id)
  if (!isPossible || (isDone && scheduledAt)) return laterDonePage({ ctx, locale }, isPossible ? scheduledAt : null)
  const more = html`<form method="post" action="/r/${token}/later"><button type="submit">${word(locale, 'later.button')}</button></form>`
  return renderNotice(
    { locale, title: word(locale, 'later.title'), shop: await readShopFace(ctx) },
    { lead: word(locale, 'later.lead', { order: item.orderName }), more },
  )
}

/** `date`: when we ask again; null if never. */
export async function laterDonePage(
  { ctx, locale }: Pick<LinkHolder, 'ctx' | 'locale'>,
  date: Date | null,
): Promise<string> {
  const title = word(locale, date ? 'later.done' : 'later.refused')
  const day = date && writeLongDate(date, { locale: locale ?? 'en', timeZone: ctx.shop.ianaTimezone })
  const lead = day ? word(locale, 'later.doneLead', { date: day }) : word(locale, 'later.refusedLead')
  return renderNotice({ locale, title, shop: await readShopFace(ctx) }, { lead, done: date !== null })
}
