import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Prisma } from '../../generated/prisma/client.ts'
import { addFacts } from '../../shop/analytics/facts.ts'
import { placeOrder } from '../../testing/orders.ts'
import type { World } from '../../testing/world.ts'
import { buildReturnPath } from '../sender/return-path.ts'
import {
  countFacts,
  createBounceWorld,
  dsn,
  postPostmark,
  readReasons,
  readRequest,
  returnMail,
  sendRequest,
  type SentMail,
} from '../../testing/bounces.ts'

let world: World
beforeAll(async () => {
  world = await createBounceWorld()
})
afterAll(() => world.close())

describe('an email returned over SMTP', () => {
  test('suppresses the address of a hard bounce once, whatever address the bounce names', async () => {
    const mail = await sendRequest(world)
    const before = await countFacts(world, 'requests.bounced')
    const raw = dsn('5.1.1', 'unknown mailbox')
    await returnMail(world, mail.path, raw)
    await returnMail(world, mail.path, raw)
    expect(await readRequest(world, mail)).toMatchObject({
      status: 'failed',
      errorMessage: expect.stringContaining('5.1.1 unknown mailbox'),
    })
    expect(await readReasons(world, mail)).toEqual(['bounced'])
    expect(await world.ctx.db.suppression.count({ where: { email: 'victim@example.com' } })).toBe(0)
    expect(await countFacts(world, 'requests.bounced')).toBe(before + 1)
  })

  test('unsubscribes the recipient when written to the address for that', async () => {
    const mail = await sendRequest(world)
    const headers = (await world.mailbox()).find(({ to }) => to === mail.email)!.headers as Record<string, string>
    const [, address = ''] = /<mailto:([^?]+)/.exec(headers['list-unsubscribe'] ?? '') ?? []
    await returnMail(world, address, `From: ${mail.email}\r\nSubject: unsubscribe\r\n\r\n`)
    expect(await readReasons(world, mail)).toEqual(['unsubscribed'])
    await expect(
      returnMail(
        world,
        address.replace(/.(?=@)/, (last) => (last === 'a' ? 'b' : 'a')),
        'Subject: x',
      ),
    ).rejects.toThrow()
  })

  test('is sent again with the same Message-ID after a soft bounce', async () => {
    const mail = await sendRequest(world)
    await returnMail(world, mail.path, dsn('4.2.2', 'mailbox full'))
    expect(await readRequest(world, mail)).toMatchObject({
      status: 'waiting',
      errorMessage: expect.stringContaining('mailbox full'),
    })
    await world.advance({ minutes: 10 })
    const mails = (await world.mailbox())
      .filter(({ to }) => to === mail.email)
      .map(({ headers }) => (headers as Record<string, string>)['message-id'])
    expect([mails.length, new Set(mails).size]).toEqual([2, 1])
    expect(await readReasons(world, mail)).toEqual([])
  })

  test('counts for each of two emails although their reports have no Message-ID', async () => {
    const mails = [await sendRequest(world), await sendRequest(world)]
    for (const { path } of mails) await returnMail(world, path, dsn('5.1.1', 'unknown mailbox', ''))
    for (const mail of mails) expect(await readReasons(world, mail)).toEqual(['bounced'])
  })

  test('fails without a suppression or a retry if the sender or the message is at fault', async () => {
    const mail = await sendRequest(world)
    await returnMail(world, mail.path, dsn('5.1.1', 'IP address blacklisted').replace('550\r\n 5.1.1', '550 5.7.1'))
    expect(await readRequest(world, mail)).toMatchObject({ status: 'failed' })
    expect(await readReasons(world, mail)).toEqual([])
  })

  test('suppresses the address of a text without a delivery status', async () => {
    const mail = await sendRequest(world)
    const text = [
      'From: MAILER-DAEMON@mx.test\r\nSubject: failure notice\r\n\r\nHi. This is the qmail-send program at mx.test.\r\n',
      '<buyer@example.com>:\r\n192.0.2.9 does not like recipient.\r\nRemote host said: 550 5.1.1 unknown user\r\n',
      '--- Below this line is a copy of the message.\r\n\r\nSubject: How do you like it?\r\n\r\nYour mailbox is full of spam\r\n',
    ]
    await returnMail(world, mail.path, text.join('\r\n'))
    expect(await readReasons(world, mail)).toEqual(['bounced'])
    expect((await readRequest(world, mail)).errorMessage).toContain('550 5.1.1 unknown user')
  })

  test('unsubscribes the address of a complaint and counts none against the shop', async () => {
    const mail = await sendRequest(world)
    const before = await countFacts(world, 'requests.complained')
    const report = dsn('5.1.1', 'x')
      .replace('message/delivery-status', 'message/feedback-report')
      .replace('Reporting-MTA: dns; mx.test', 'Feedback-Type: abuse')
    await returnMail(world, mail.path, report)
    expect(await readReasons(world, mail)).toEqual(['unsubscribed'])
    expect(await countFacts(world, 'requests.complained')).toBe(before)
  })

  test('must try again later after ten bounces of one email in an hour', async () => {
    const mail = await sendRequest(world)
    for (let at = 0; at < 10; at++) await returnMail(world, mail.path, 'From: a@b.test\r\n\r\nBack on Monday.\r\n')
    await expect(returnMail(world, mail.path, dsn('5.1.1', 'x'))).rejects.toMatchObject({ responseCode: 451 })
  })

  test('changes nothing if it is an automatic reply', async () => {
    const mail = await sendRequest(world)
    await returnMail(world, mail.path, 'From: a@b.test\r\nSubject: On holiday\r\n\r\nBack on Monday.\r\n')
    expect(await readRequest(world, mail)).toMatchObject({ status: 'success' })
  })

  test('is refused at a forged return path, and has no effect at another shop’s', async () => {
    const mail = await sendRequest(world)
    await expect(
      returnMail(world, `bounce+${'a'.repeat(56)}@bounces.candor.test`, dsn('5.1.1', 'x')),
    ).rejects.toMatchObject({
      responseCode: 550,
    })
    await expect(returnMail(world, 'stranger@example.com', dsn('5.1.1', 'x'))).rejects.toMatchObject({
      responseCode: 550,
    })
    // The path is signed for the other shop, which has no request with this id.
    await returnMail(
      world,
      buildReturnPath(world.contextOf(world.otherShop), mail.id, 'bounces.candor.test'),
      dsn('5.1.1', 'x'),
    )
    expect(await readRequest(world, mail)).toMatchObject({ status: 'success' })
    expect(await readReasons(world, mail)).toEqual([])
  })
})

test('too many complaints pause a shop; earlier ones no longer count after the merchant resumes', async () => {
  const annoyed = [await sendRequest(world), await sendRequest(world), await sendRequest(world)]
  const at = world.app.deps.now()
  await world.ctx.db.$executeRaw(
    addFacts(
      Prisma.sql`select ${world.shop.id}::uuid, 'requests.sent'::text, ''::text, ''::text, ${at}::timestamptz, 300, 0::bigint`,
    ),
  )
  const post = (mail: SentMail) =>
    postPostmark(world, {
      RecordType: 'SpamComplaint',
      ID: mail.id,
      Email: mail.email,
      Metadata: { candor: mail.path },
    })
  const pause = async () => (await world.rest('GET', '/sender')).json<{ data: { pause: object | null } }>().data.pause
  for (const mail of annoyed) {
    expect(await pause()).toBeNull()
    await post(mail)
  }
  expect(await pause()).toMatchObject({ reason: 'complaints', text: expect.stringMatching(/^1\.\d %$/) })
  await (await placeOrder(world, { email: 'later@example.com' })).fulfill()
  await world.advance({ days: 8 })
  expect((await world.mailbox()).map(({ to }) => to)).not.toContain('later@example.com')
  expect((await world.rest('POST', '/sender/resume')).json()).toMatchObject({ data: { pause: null } })
  await world.runJobs()
  expect((await world.mailbox()).map(({ to }) => to)).toContain('later@example.com')
  expect(await pause()).toBeNull()
})

test('addresses that the mail server refuses directly count as bounces', async () => {
  // The bounce rate covers the week before the email is sent.
  const at = new Date(world.app.deps.now().getTime() + 5 * 86_400_000)
  await world.ctx.db.$executeRaw(
    addFacts(
      Prisma.sql`select ${world.shop.id}::uuid, metric, ''::text, ''::text, ${at}::timestamptz, n, 0::bigint from (values ('requests.sent', 5000), ('requests.bounced', 400)) as f(metric, n)`,
    ),
  )
  await world.inject({
    method: 'POST',
    url: '/demo/mailbox/behaviour',
    payload: { recipient: 'missing@example.com', answer: '550 5.1.1' },
  })
  await (await placeOrder(world, { email: 'missing@example.com' })).fulfill()
  await world.advance({ days: 8 })
  const { data } = (await world.rest('GET', '/sender')).json<{ data: { pause: object | null } }>()
  expect(await countFacts(world, 'requests.refused')).toBe(1)
  expect(data.pause).toMatchObject({ reason: 'bounces' })
  await world.rest('POST', '/sender/resume')
})

test('the demo’s mail server refuses, disconnects or accepts emails as configured', async () => {
  const behave = (recipient: string, answer: string | null) =>
    world.inject({ method: 'POST', url: '/demo/mailbox/behaviour', payload: { recipient, answer } })
  expect((await behave('gone@example.com', 'perhaps')).statusCode).toBe(422)
  await behave('gone@example.com', '550 5.1.1')
  await behave('full@example.com', '450')
  await behave('lost@example.com', 'drop')
  for (const email of ['gone', 'full', 'lost'])
    await (await placeOrder(world, { email: `${email}@example.com` })).fulfill()
  await world.app.clock.advance(8 * 86_400_000)
  await world.runJobs()
  const rows = await world.ctx.db.queueItem.findMany({
    where: {
      shopId: world.shop.id,
      customerEmail: { in: ['gone@example.com', 'full@example.com', 'lost@example.com'] },
    },
    orderBy: { customerEmail: 'asc' },
  })
  expect(rows.map(({ customerEmail, status }) => [customerEmail, status])).toEqual([
    ['full@example.com', 'waiting'],
    ['gone@example.com', 'failed'],
    ['lost@example.com', 'waiting'],
  ])
  for (const email of ['full', 'lost']) await behave(`${email}@example.com`, null)
  await world.advance({ hours: 1 })
  expect((await world.mailbox()).map(({ to }) => to)).toEqual(
    expect.arrayContaining(['full@example.com', 'lost@example.com']),
  )
})
