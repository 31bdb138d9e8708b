import { buildMailLinks } from '../server/requests/requests/mail-links.ts'
import { emptyVerdict, recordPlanted } from '../server/testing/checks/verdict.ts'
import { addProduct, placeOrder } from '../server/testing/orders.ts'
import type { PromiseBench } from './bench.ts'
import { openWorld } from './world.ts'

const fullOrders = 200
const mostMs = 1_000
/** Inputs that would add a header, a recipient or a body if used unescaped. */
const attacks = [
  '\r\nBcc: thief@evil.test',
  '\nX-Injected: yes',
  '\r\n\r\n<b>another body</b>',
  '%0d%0aBcc: thief@evil.test',
  '\u2028Bcc: thief@evil.test',
  '", thief@evil.test',
  '<thief@evil.test>',
  ', thief@evil.test',
  '=?utf-8?B?DQpCY2M6IHRoaWVmQGV2aWwudGVzdA==?=',
  '\0Bcc: thief@evil.test',
]

interface Sent {
  to: string
  subject: string
  headers: Readonly<Record<string, string>>
}

/** Returns an email's faults: additions by an attack, and missing parts. */
function faultsOf({ to, subject, headers }: Sent, email: string): string[] {
  const found: string[] = []
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  if (names.some((name) => name === 'bcc' || name === 'cc' || name === 'x-injected'))
    found.push('a header was injected')
  if (to !== email || /[\r\n]/.test(to + subject))
    found.push(`the recipient or subject was changed: ${JSON.stringify([to, subject])}`)
  if (
    !headers['list-unsubscribe']?.startsWith('<http') ||
    headers['list-unsubscribe-post'] !== 'List-Unsubscribe=One-Click'
  )
    found.push('one-click unsubscribing is missing')
  return found
}

export const r14: PromiseBench = {
  id: 'R14',
  title:
    'hostile names and products in emails: no header or recipient injected; one-click unsubscribe in each; GET never unsubscribes, POST does within 1 s, waiting emails included',
  async onPromise({ place, options, say }) {
    await using world = await openWorld(place)
    const verdict = emptyVerdict()
    const orders = options.rows ?? fullOrders
    const emailOf = (at: number) => `r14-${at}@bench.test`
    for (let at = 0; at < orders; at++) {
      const attack = attacks[at % attacks.length] ?? ''
      // The platform's catalog has no NUL, and databases reject it.
      const order = await placeOrder(world, {
        email: emailOf(at),
        firstName: `Ada${attack}`,
        lastName: `Byron${attack}`,
        products: [await addProduct(world, `Lamp ${at}${attack.replace('\0', '')}`)],
      })
      await order.fulfill()
    }
    await world.advance({ days: 30 })
    const mails = (await world.mailbox()).filter(({ to }) => to.includes('bench.test')) as unknown as Sent[]
    for (let at = 0; at < orders; at++) {
      verdict.tried += 1
      const own = mails.filter(({ to }) => to.includes(emailOf(at)))
      if (own.length !== 1) verdict.found.push(`${emailOf(at)} got ${own.length} emails`)
      for (const mail of own)
        verdict.found.push(...faultsOf(mail, emailOf(at)).map((fault) => `${emailOf(at)}: ${fault}`))
    }
    if (mails.some(({ to }) => to.includes('thief'))) verdict.found.push('an email went to the attacker')
    recordPlanted(
      verdict,
      'an email with an injected header',
      faultsOf(
        {
          to: emailOf(0),
          subject: 'x',
          headers: {
            bcc: 'thief@evil.test',
            'list-unsubscribe': '<http://a>',
            'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
          },
        },
        emailOf(0),
      ).length === 1,
    )

    let slowest = 0
    const where = { shopId: world.shop.id }
    for (let at = 0; at < orders; at += 10) {
      verdict.tried += 1
      const email = emailOf(at)
      const order = await placeOrder(world, { email })
      await order.fulfill()
      const item = await world.ctx.db.queueItem.findFirstOrThrow({
        where: { ...where, customerEmail: email },
        orderBy: { id: 'asc' },
      })
      const path = new URL(buildMailLinks(world.ctx, item.id).unsubscribeUrl).pathname
      const suppressed = () => world.ctx.db.suppression.count({ where: { ...where, email } })
      for (const method of ['GET', 'HEAD'] as const) await world.inject({ method, url: path })
      if ((await suppressed()) > 0) verdict.found.push(`${email} was unsubscribed by looking`)
      const begun = performance.now()
      await world.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      })
      slowest = Math.max(slowest, performance.now() - begun)
      if ((await suppressed()) !== 1) verdict.found.push(`${email} was not unsubscribed`)
    }
    // Whether a waiting email may be sent is decided when it is due.
    const before = (await world.mailbox()).length
    await world.advance({ days: 30 })
    const late = (await world.mailbox()).slice(before).filter(({ to }) => to.includes('bench.test'))
    verdict.tried += 1
    if (late.length > 0) verdict.found.push(`${late.length} emails went to people who had unsubscribed`)
    say(`${mails.length} emails; unsubscribing took ${slowest.toFixed(0)} ms at most`)
    if (slowest > mostMs) verdict.found.push(`unsubscribing took ${slowest.toFixed(0)} ms`)
    return verdict
  },
}
