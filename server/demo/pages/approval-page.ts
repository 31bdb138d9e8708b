import { html, Html } from '../../../client/storefront/widgets/html.ts'
import { dayMs } from '../../../rules/dates.ts'
import { statusOf, type DemoCharge } from '../billing/charges.ts'
import { sayIn, wholePage, type Surroundings } from './frame.ts'

/** Renders the page where the merchant approves a subscription on the platform's bill. */
export function approvalPage(around: Surroundings, charge: DemoCharge): string {
  const say = sayIn(around.locale)
  const money = new Intl.NumberFormat(around.locale, { style: 'currency', currency: charge.currency })
  const price = money.format(Number(charge.amount))
  const firstDay = new Date(around.now.getTime() + charge.trialDays * dayMs)
  const day = new Intl.DateTimeFormat(around.locale, { dateStyle: 'long', timeZone: around.shop.ianaTimezone })
  const pending = statusOf(charge, around.now) === 'PENDING'
  const line = (term: string, value: string | Html) =>
    html`<div class="charge-line"><dt>${term}</dt><dd>${value}</dd></div>`
  return wholePage(around, {
    title: `${say('demo.charge.title')} · ${around.shop.name}`,
    body: html`<main class="charge">
      <p class="charge-shop">${around.shop.name} · ${say('demo.admin.standIn')}</p>
      <h1>${say('demo.charge.title')}</h1>
      <p>${say('demo.charge.lead')}</p>
      <dl>
        ${line(say('demo.charge.app'), charge.name)}
        ${line(say(charge.interval === 'ANNUAL' ? 'demo.charge.yearly' : 'demo.charge.monthly'), price)}
        ${charge.trialDays > 0 && line(say('demo.charge.trial'), say('demo.charge.days', { count: charge.trialDays }))}
        ${charge.discount && line(say('demo.charge.discount'), say('demo.charge.off', { percent: Math.round(charge.discount.percentage * 100), count: charge.discount.intervals ?? 0 }))}
        ${line(say('demo.charge.first'), day.format(firstDay))}
      </dl>
      ${charge.test && html`<p class="charge-test">${say('demo.charge.test')}</p>`}
      ${
        pending
          ? html`<div class="charge-acts">
              <form method="post" action="/demo/charges/${charge.id}/approve" data-busy><button class="primary" data-approve>${say('demo.charge.approve')}</button></form>
              <form method="post" action="/demo/charges/${charge.id}/decline" data-busy><button data-decline>${say('demo.charge.decline')}</button></form>
            </div>`
          : html`<p class="charge-over">${say('demo.charge.over')}</p><p><a href="${charge.returnUrl}">${say('demo.charge.back')}</a></p>`
      }
    </main>`,
  })
}
