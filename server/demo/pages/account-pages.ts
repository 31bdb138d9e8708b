import { html, Html } from '../../../client/storefront/widgets/html.ts'
import type { PageWidgets } from '../../storefront/widgets/widgets.ts'
import { renderOrderActions, sayIn, stateMark, writeMoment, type Say, type Surroundings } from './frame.ts'
import { stateOf, type DemoOrder } from '../orders/orders.ts'
import { pictureOf, productHref, storePage } from './store-parts.ts'

interface AccountParts {
  email: string | null
  orders: readonly DemoOrder[]
  widgets: PageWidgets
  others: readonly string[]
}

export function thanksPage(
  around: Surroundings,
  { order, survey }: { order: DemoOrder; survey: { text: string } | null },
): string {
  const say = sayIn(around.locale)
  return storePage(around, {
    title: `${order.name} · ${around.shop.name}`,
    body: html`<div class="thanks">
      <h1>${say('demo.thanks.title', { name: order.firstName })}</h1>
      <p>${say('demo.thanks.lead', { order: order.name })}</p>
      ${survey && html`<section class="order" style="margin-block:28px">${new Html(survey.text)}</section>`}
      ${orderCard(say, around, order)}
      <h2>${say('demo.thanks.next')}</h2>
      <ol class="steps">
        <li><span>${say('demo.thanks.send')}</span>${stateOf(order) === 'placed' || stateOf(order) === 'fulfilled' ? renderOrderActions(say, order, ['fulfill', 'deliver']) : stateMark(say, order)}</li>
        <li><span>${say('demo.thanks.wait')}</span><form method="post" action="/demo/clock" data-busy><button name="advance" value="7d">${say('demo.strip.week')}</button></form></li>
        <li><span>${say('demo.thanks.read', { name: order.firstName })}</span><a class="button" href="/demo/mailbox">${say('demo.strip.mailbox')}</a></li>
      </ol></div>`,
  })
}

export function accountPage(
  around: Surroundings,
  { email, orders, widgets: { markup, headTags }, others }: AccountParts,
): string {
  const say = sayIn(around.locale)
  const title = say('demo.account.title')
  const own = new Html(markup.customerPortalReviews ?? '')
  if (email === null || orders.length === 0) {
    return storePage(around, {
      title: `${title} · ${around.shop.name}`,
      head: new Html(headTags),
      body: html`${own}<div class="empty"><h1>${say('demo.account.empty')}</h1><p>${say('demo.account.emptyLead')}</p><a class="primary button" href="/demo/store">${say('demo.account.look')}</a></div>`,
    })
  }
  return storePage(around, {
    title: `${title} · ${around.shop.name}`,
    head: new Html(headTags),
    body: html`<div class="account">
      <h1>${title}</h1><p class="quiet">${say('demo.account.who', { email })}</p>
      <ul class="orders">${orders.map((order) => html`<li>${orderCard(say, around, order)}</li>`)}</ul>
      ${own}
      ${others.length > 0 && html`<h2>${say('demo.account.others')}</h2><p class="others">${others.map((other) => html`<a href="/demo/store/account?email=${encodeURIComponent(other)}">${other}</a>`)}</p>`}
    </div>`,
  })
}

interface LoginParts {
  customers: readonly { customerId: string; name: string }[]
  back: string
}

/** Renders the sign-in as one of the demo's customers. The store, not the page, proves the identity. */
export function loginPage(around: Surroundings, { customers, back }: LoginParts): string {
  const say = sayIn(around.locale)
  const title = say('demo.login.title')
  return storePage(around, {
    title: `${title} · ${around.shop.name}`,
    body: html`<div class="account"><h1>${title}</h1><p class="quiet">${say(customers.length > 0 ? 'demo.login.lead' : 'demo.account.emptyLead')}</p>
      <form method="post" action="/demo/store/login" class="sign-in"><input type="hidden" name="back" value="${back}">
        ${customers.map(({ customerId, name }) => html`<button name="customer" value="${customerId}">${name}</button>`)}</form></div>`,
  })
}

function orderCard(say: Say, around: Surroundings, order: DemoOrder): Html {
  const date = writeMoment(around, new Date(order.createdAt), { dateStyle: 'long' })
  return html`<article class="order"><header><strong>${order.name}</strong> <span class="quiet">${say('demo.account.placed', { date })}</span>${stateMark(say, order)}</header>
    <ul>${order.lines.map((line) => html`<li><a href="${productHref(line.handle)}"><img src="${pictureOf(line.handle, 600)}" width="600" height="600" alt=""><span>${line.title}<br><span class="quiet">${line.quantity} × ${line.variantTitle}</span></span></a></li>`)}</ul></article>`
}
