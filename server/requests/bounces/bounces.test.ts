import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createSign, generateKeyPairSync } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { FetchRefused } from '../../core/files/fetch-remote.ts'
import { cannedWeb } from '../../testing/canned-web.ts'
import { placeOrder } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { addFacts } from '../../shop/analytics/facts.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { buildReturnPath } from '../sender/return-path.ts'
import { signedText } from './sns.ts'
import { certificate, privateKey } from './testing/certificate.ts'

const topic = 'arn:aws:sns:us-east-1:123456789012:candor'
const certificateUrl = 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-test.pem'
const login = 'postmark:a-long-enough-password'
let world: World
beforeAll(async () => {
  const web = cannedWeb()
  const fetch: typeof web.fetch = async (url) => {
    if (url === certificateUrl) return { bytes: Buffer.from(certificate), contentType: 'text/plain' }
    throw new FetchRefused('address', `asked for ${url}`)
  }
  world = await createWorld({ web: { ...web, fetch }, env: { CANDOR_SES_TOPIC: topic, CANDOR_POSTMARK_LOGIN: login } })
})
afterAll(() => world.close())

interface SentMail {
  id: string
  email: string
  path: string
}
let orders = 0
async function sentMail(): Promise<SentMail> {
  const email = `buyer${orders++}@example.com`
  await (await placeOrder(world, { email })).fulfill()
  await world.advance({ days: 8 })
  const { id } = await world.ctx.db.queueItem.findFirstOrThrow({
    where: { shopId: world.shop.id, customerEmail: email },
  })
  const mail = (await world.mailbox()).find(({ to }) => to === email)
  return { id, email, path: (mail!.headers as Record<string, string>)['return-path']!.slice(1, -1) }
}
const rowOf = ({ id }: SentMail) =>
  world.ctx.db.queueItem.findUniqueOrThrow({ where: { shopId_id: { shopId: world.shop.id, id } } })
const reasonsOf = async ({ email }: SentMail) =>
  (await world.ctx.db.suppression.findMany({ where: { shopId: world.shop.id, email } })).map(({ reason }) => reason)
const factOf = async (metric: string) =>
  (
    await world.ctx.db.fact.aggregate({
      where: { shopId: world.shop.id, metric, dimension: '' },
      _sum: { count: true },
    })
  )._sum.count ?? 0

/** Returns a delivery status notification (RFC 3464). */
const dsn = (status: string, said: string, id = Math.random()) =>
  [
    'From: MAILER-DAEMON@mx.test',
    'To: x',
    `Message-ID: <${id}@mx.test>`,
    'Subject: Undelivered',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Sorry.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.test',
    '',
    'Final-Recipient: rfc822; victim@example.com',
    'Action: failed',
    `Status: ${status}`,
    `Diagnostic-Code: smtp; 550`,
    ` ${status} ${said}`,
    '',
    '--b--',
    '',
  ].join('\r\n')

async function comesBack(to: string, raw: string): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: world.app.bouncePort!, ignoreTLS: true })
  await transport.sendMail({ envelope: { from: '', to }, raw })
  transport.close()
}

describe('an email returned over SMTP', () => {
  test('suppresses the address of a hard bounce once, whatever address the bounce names', async () => {
    const mail = await sentMail()
    const before = await factOf('requests.bounced')
    const raw = dsn('5.1.1', 'unknown mailbox')
    await comesBack(mail.path, raw)
    await comesBack(mail.path, raw)
    expect(await rowOf(mail)).toMatchObject({
      status: 'failed',
      errorMessage: expect.stringContaining('5.1.1 unknown mailbox'),
    })
    expect(await reasonsOf(mail)).toEqual(['bounced'])
    expect(await world.ctx.db.suppression.count({ where: { email: 'victim@example.com' } })).toBe(0)
    expect(await factOf('requests.bounced')).toBe(before + 1)
  })

  test('unsubscribes the recipient when written to the address for that', async () => {
    const mail = await sentMail()
    const headers = (await world.mailbox()).find(({ to }) => to === mail.email)!.headers as Record<string, string>
    const [, address = ''] = /<mailto:([^?]+)/.exec(headers['list-unsubscribe'] ?? '') ?? []
    await comesBack(address, `From: ${mail.email}\r\nSubject: unsubscribe\r\n\r\n`)
    expect(await reasonsOf(mail)).toEqual(['unsubscribed'])
    await expect(comesBack(address.replace(/[a-z](?=@)/, '2'), 'Subject: x')).rejects.toThrow()
  })

  test('is sent again with the same Message-ID after a soft bounce', async () => {
    const mail = await sentMail()
    await comesBack(mail.path, dsn('4.2.2', 'mailbox full'))
    expect(await rowOf(mail)).toMatchObject({
      status: 'waiting',
      errorMessage: expect.stringContaining('mailbox full'),
    })
    await world.advance({ minutes: 10 })
    const mails = (await world.mailbox())
      .filter(({ to }) => to === mail.email)
      .map(({ headers }) => (headers as Record<string, string>)['message-id'])
    expect([mails.length, new Set(mails).size]).toEqual([2, 1])
    expect(await reasonsOf(mail)).toEqual([])
  })

  test('changes nothing if it is an automatic reply', async () => {
    const mail = await sentMail()
    await comesBack(mail.path, 'From: a@b.test\r\nSubject: On holiday\r\n\r\nBack on Monday.\r\n')
    expect(await rowOf(mail)).toMatchObject({ status: 'success' })
  })

  test('is refused at a forged return path, and has no effect at another shop’s', async () => {
    const mail = await sentMail()
    await expect(comesBack(`bounce+${'a'.repeat(56)}@bounces.candor.test`, dsn('5.1.1', 'x'))).rejects.toMatchObject({
      responseCode: 550,
    })
    await expect(comesBack('stranger@example.com', dsn('5.1.1', 'x'))).rejects.toMatchObject({ responseCode: 550 })
    // The path is signed for the other shop, which has no request with this id.
    await comesBack(
      buildReturnPath(world.contextOf(world.otherShop), mail.id, 'bounces.candor.test'),
      dsn('5.1.1', 'x'),
    )
    expect(await rowOf(mail)).toMatchObject({ status: 'success' })
    expect(await reasonsOf(mail)).toEqual([])
  })
})

describe('events of Amazon SES', () => {
  const notify = (event: object, more: { key?: string; url?: string; topicArn?: string; id?: string } = {}) => {
    const message = {
      Type: 'Notification' as const,
      MessageId: more.id ?? `${Math.random()}`,
      TopicArn: more.topicArn ?? topic,
      Message: JSON.stringify(event),
      Timestamp: '2026-03-10T00:00:00.000Z',
      SignatureVersion: '2' as const,
      SigningCertURL: more.url ?? certificateUrl,
    }
    const Signature = createSign('RSA-SHA256')
      .update(signedText(message))
      .sign(more.key ?? privateKey, 'base64')
    return world.inject({
      method: 'POST',
      url: '/webhooks/ses',
      headers: { 'content-type': 'text/plain; charset=UTF-8' },
      payload: JSON.stringify({ ...message, Signature }),
    })
  }
  const bounce = ({ path, email }: SentMail, bounceType = 'Permanent') => ({
    notificationType: 'Bounce',
    mail: { source: path },
    bounce: {
      bounceType,
      feedbackId: `f-${email}`,
      bouncedRecipients: [{ emailAddress: email, diagnosticCode: 'smtp; 550 5.1.1 unknown' }],
    },
  })

  test('have one effect when a signed bounce is repeated', async () => {
    const mail = await sentMail()
    for (const id of ['1', '1', '2']) expect((await notify(bounce(mail), { id })).statusCode).toBe(200)
    expect(await reasonsOf(mail)).toEqual(['bounced'])
    expect(await rowOf(mail)).toMatchObject({
      status: 'failed',
      errorMessage: '550 5.1.1 unknown',
      version: expect.any(Number),
    })
  })

  test('suppress the address after a complaint and leave the request unchanged', async () => {
    const mail = await sentMail()
    await notify({
      notificationType: 'Complaint',
      mail: { source: mail.path },
      complaint: { feedbackId: 'c1', complainedRecipients: [{ emailAddress: mail.email }] },
    })
    expect(await reasonsOf(mail)).toEqual(['complained'])
    expect(await rowOf(mail)).toMatchObject({ status: 'success' })
    expect(await factOf('requests.complained')).toBe(1)
  })

  test('are refused if forged, malformed or of another topic', async () => {
    const mail = await sentMail()
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString()
    for (const more of [
      { key: stranger },
      { url: 'https://sns.us-east-1.amazonaws.com.evil.test/x.pem' },
      { url: 'http://sns.us-east-1.amazonaws.com/x.pem' },
      { topicArn: 'arn:aws:sns:us-east-1:999999999999:mine' },
    ])
      expect((await notify(bounce(mail), more)).statusCode).toBe(401)
    expect(
      (
        await world.inject({
          method: 'POST',
          url: '/webhooks/ses',
          headers: { 'content-type': 'text/plain' },
          payload: '{',
        })
      ).statusCode,
    ).toBe(422)
    expect(await reasonsOf(mail)).toEqual([])
  })
})

describe('events of Postmark', () => {
  const post = (payload: object, password = login) =>
    world.inject({
      method: 'POST',
      url: '/webhooks/postmark',
      headers: { authorization: `Basic ${Buffer.from(password).toString('base64')}` },
      payload,
    })
  const event = ({ path, email }: SentMail, more: object = {}) => ({
    RecordType: 'Bounce',
    ID: 7,
    Type: 'HardBounce',
    Email: email,
    Details: '550 5.1.1 unknown',
    Metadata: { candor: path },
    ...more,
  })

  test('need the webhook’s credentials', async () => {
    const mail = await sentMail()
    expect((await world.mailbox()).find(({ to }) => to === mail.email)?.headers).toMatchObject({
      'x-pm-metadata-candor': mail.path,
    })
    expect((await post(event(mail), 'postmark:wrong')).statusCode).toBe(401)
    expect(await reasonsOf(mail)).toEqual([])
    expect((await post(event(mail))).statusCode).toBe(200)
    expect(await reasonsOf(mail)).toEqual(['bounced'])
  })

  test('have no effect if they name another recipient', async () => {
    const mail = await sentMail()
    await post(event(mail, { ID: 8, Email: 'victim@example.com' }))
    expect(await reasonsOf(mail)).toEqual([])
    expect(await world.ctx.db.suppression.count({ where: { email: 'victim@example.com' } })).toBe(0)
  })
})

test('too many complaints pause a shop; earlier ones no longer count after the merchant resumes', async () => {
  const annoyed = await sentMail()
  const at = world.app.deps.now()
  await world.ctx.db.$executeRaw(
    addFacts(
      Prisma.sql`select ${world.shop.id}::uuid, 'requests.sent'::text, ''::text, ''::text, ${at}::timestamptz, 300, 0::bigint`,
    ),
  )
  const post = (mail: SentMail) =>
    world.inject({
      method: 'POST',
      url: '/webhooks/postmark',
      headers: { authorization: `Basic ${Buffer.from(login).toString('base64')}` },
      payload: { RecordType: 'SpamComplaint', ID: mail.id, Email: mail.email, Metadata: { candor: mail.path } },
    })
  const pause = async () => (await world.rest('GET', '/sender')).json<{ data: { pause: object | null } }>().data.pause
  await post(annoyed)
  expect(await pause()).toMatchObject({ reason: 'complaints', text: expect.stringMatching(/^0\.\d %$/) })
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
  expect(await factOf('requests.refused')).toBe(1)
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
