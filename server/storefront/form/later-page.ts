import { createDateFormatter } from '../../../rules/dates.ts'
import { html } from '../../core/html.ts'
import { word } from '../../core/words/words.ts'
import type { LinkHolder } from '../../requests/requests/mail-links.ts'
import { renderNotice } from '../../core/pages/page.ts'

export function laterPage({ ctx, item, locale }: LinkHolder, token: string): string {
  const more = html`<form method="post" action="/r/${token}/later"><button type="submit">${word(locale, 'later.button')}</button></form>`
  return renderNotice(
    { locale, title: word(locale, 'later.title'), shop: ctx.shop },
    { lead: word(locale, 'later.lead', { order: item.orderName }), more },
  )
}

/** `date`: when we ask again; null if never. */
export function laterDonePage({ ctx, locale }: LinkHolder, date: Date | null): string {
  const title = word(locale, date ? 'later.done' : 'later.refused')
  const day =
    date &&
    createDateFormatter({ format: 'long', locale: locale ?? 'en', timeZone: ctx.shop.ianaTimezone, now: ctx.now() })(
      date,
    )
  const lead = day ? word(locale, 'later.doneLead', { date: day }) : word(locale, 'later.refusedLead')
  return renderNotice({ locale, title, shop: ctx.shop }, { lead, done: date !== null })
}
