import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Html, html } from '../../../client/storefront/widgets/html.ts'
import { knownTimeZone, offsetName } from '../../../rules/dates.ts'
import { PLAN_IDS, plans } from '../../../rules/plans.ts'
import { textDirection, word, type WordId, type WordParams } from '../../core/words/words.ts'
import { pageFont } from '../../core/pages/fonts.ts'
import { demoAsset } from '../assets.ts'
import type { OrderAction } from '../orders/order-events.ts'
import { stateOf, type DemoOrder, type DemoOrderState } from '../orders/orders.ts'

export interface Surroundings {
  locale: string
  /** Shop of the page; the strip shows its plan. */
  shop: { name: string; shopifyDomain: string; plan: string; ianaTimezone: string }
  shops: readonly { shopifyDomain: string; name: string }[]
  now: Date
  orders: readonly DemoOrder[]
  mails: number
  /** Signed-in shopper, and the path of this page for redirects back. */
  shopper: string | null
  path: string
  place: 'store' | 'mailbox' | 'admin'
}

export type Say = (id: WordId, params?: WordParams) => string

export const sayIn =
  (locale: string): Say =>
  (id, params) =>
    word(locale, id, params)

export interface Page {
  title: string
  head?: Html
  body: Html
  styles?: readonly string[]
  scripts?: readonly string[]
}

const brand = resolve(import.meta.dirname, '../../../client/brand')
export const icon = new Html(
  readFileSync(resolve(brand, 'icon.svg'), 'utf8').trim().replace('<svg ', '<svg aria-hidden="true" '),
)

export function wholePage(around: Surroundings, { title, head, body, styles = [], scripts = [] }: Page): string {
  const { locale } = around
  return html`<!doctype html>
    <html lang="${locale}" dir="${textDirection(locale)}">
    <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>${title}</title>
      <link rel="icon" href="/demo/assets/icon.svg" type="image/svg+xml">
      ${new Html(pageFont('').tags)}
      <style>${new Html(demoAsset('demo.css').body)}</style>
      ${styles.map((name) => html`<link rel="stylesheet" href="/demo/assets/${name}">`)}
      ${['demo.js', ...scripts].map((name) => html`<script type="module" src="/demo/assets/${name}"></script>`)}
      ${head}
    </head>
    <body class="place-${around.place}">
      ${body}
      ${renderControlStrip(around)}
    </body>
    </html>`.text
}

const places = [
  { id: 'store', href: '/demo/store', word: 'demo.strip.store' },
  { id: 'mailbox', href: '/demo/mailbox', word: 'demo.strip.mailbox' },
  { id: 'admin', href: '/demo/admin', word: 'demo.strip.embedded' },
  { id: 'standalone', href: '/', word: 'demo.strip.standalone' },
] as const

const steps = [
  { advance: '1h', word: 'demo.strip.hour' },
  { advance: '1d', word: 'demo.strip.day' },
  { advance: '7d', word: 'demo.strip.week' },
] as const

/** Returns the link to a place. It names the shop if there are several. */
const linkTo = ({ shop, shops }: Surroundings, href: string): string =>
  shops.length > 1 && (href === '/demo/store' || href === '/demo/admin') ? `${href}?shop=${shop.shopifyDomain}` : href

/** Renders a menu of the demo's shops, whose choice opens a page for that shop. */
export function chooseShop(
  { locale, shop, shops }: Surroundings,
  { className, action }: { className: string; action: string },
): Html {
  const say = sayIn(locale)
  return html`<form class="${className}" method="get" action="${action}"><label><span class="unseen">${say('demo.admin.shop')}</span>
    <select name="shop" data-submits>${shops.map((each) => html`<option value="${each.shopifyDomain}" ${each.shopifyDomain === shop.shopifyDomain && new Html('selected')}>${each.name}</option>`)}</select></label>
    <noscript><button>${say('demo.admin.openShop')}</button></noscript></form>`
}

/** Renders the demo's controls: places, clock, plan and order actions. */
function renderControlStrip(around: Surroundings): Html {
  const say = sayIn(around.locale)
  return html`<aside class="strip" aria-label="${say('demo.strip.label')}">
    <nav class="strip-places">
      <span class="strip-icon">${icon}</span>
      ${places.map(
        ({
          id,
          href,
          word: name,
        }) => html`<a href="${linkTo(around, href)}" ${id === around.place && new Html('aria-current="page"')}>
        ${say(name)}${
          id === 'mailbox' &&
          around.mails > 0 &&
          html` <span class="strip-count" data-mails="${around.mails}"><span aria-hidden="true">${around.mails}</span>
          <span class="unseen">${say('demo.strip.mails', { count: around.mails })}</span></span>`
        }</a>`,
      )}
    </nav>
    <div class="strip-tools">
      ${around.place === 'store' && around.shops.length > 1 && chooseShop(around, { className: 'strip-plan', action: '/demo/store' })}
      <form method="post" action="/demo/clock" class="strip-clock" title="${say('demo.strip.clockHelp')}" data-busy>
        <span class="unseen">${say('demo.strip.clock')}</span>
        <time datetime="${around.now.toISOString()}">${writeMoment(around, around.now, { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' })}</time>
        <span class="strip-steps">${steps.map(({ advance, word: name }) => html`<button name="advance" value="${advance}">${say(name)}</button>`)}</span>
      </form>
      <form method="post" action="/demo/plan" class="strip-plan" title="${say('demo.strip.planOf', { shop: around.shop.name })}" data-busy>
        <input type="hidden" name="shop" value="${around.shop.shopifyDomain}">
        <label>${say('demo.strip.plan')} <select name="plan" data-submits>
          ${PLAN_IDS.map((id) => html`<option value="${id}" ${id === around.shop.plan && new Html('selected')}>${id.startsWith('pro_') ? `${plans[id].displayName} ${id.slice(4)}` : plans[id].displayName}</option>`)}
        </select></label>
        <noscript><button>${say('demo.strip.usePlan')}</button></noscript>
      </form>
      <details class="strip-orders">
        <summary>${say('demo.strip.orders')}${around.orders.length > 0 && html` <span class="strip-count">${around.orders.length}</span>`}</summary>
        <div class="strip-panel">
          ${
            around.orders.length === 0
              ? html`<p>${say('demo.strip.noOrders')}</p>`
              : html`<ul>${around.orders.map(
                  (order) => html`<li>
            <p><strong>${order.name}</strong> ${order.firstName} ${order.lastName}${stateMark(say, order)}</p>
            <p class="strip-lines">${order.lines.map(({ title }) => title).join(', ')}</p>
            ${renderOrderActions(say, order)}
          </li>`,
                )}</ul>`
          }
        </div>
      </details>
    </div>
  </aside>`
}

/** Formats a time in the shop's zone, with the zone after a time of day: "10:00 AM (GMT+1)". */
export function writeMoment(
  { locale, shop: { ianaTimezone } }: Surroundings,
  moment: Date,
  options: Intl.DateTimeFormatOptions,
): string {
  const timeZone = knownTimeZone(ianaTimezone)
  const text = new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(moment)
  return options.timeStyle || options.hour ? `${text} (${offsetName(moment, { locale, timeZone })})` : text
}

export const stateMark = (say: Say, order: DemoOrder): Html =>
  html`<span class="state state-${stateOf(order)}">${say(`demo.state.${stateOf(order)}`)}</span>`

const possible: Readonly<Record<DemoOrderState, readonly OrderAction[]>> = {
  placed: ['fulfill', 'deliver', 'cancel'],
  fulfilled: ['deliver', 'cancel', 'refund'],
  delivered: ['refund'],
  cancelled: [],
  refunded: [],
}

/** Renders buttons for the order's possible actions, or for a selection of them. */
export function renderOrderActions(
  say: Say,
  order: DemoOrder,
  wanted: readonly OrderAction[] = ['fulfill', 'deliver', 'cancel', 'refund'],
): Html {
  const acts = possible[stateOf(order)].filter((act) => wanted.includes(act))
  if (acts.length === 0) return html``
  return html`<div class="acts">${acts.map(
    (act) => html`<form method="post" action="/demo/orders/${order.id}/${act}" data-busy>
    <button aria-label="${say('demo.act.of', { act: say(`demo.act.${act}`), order: order.name })}">${say(`demo.act.${act}`)}</button></form>`,
  )}</div>`
}
