import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createSign, generateKeyPairSync } from 'node:crypto'
import { placeOrder } from '../../testing/orders.ts'
import type { World } from '../../testing/world.ts'
import { signedText } from './sns.ts'
import {
  certificateUrl,
  countFacts,
  createBounceWorld,
  postPostmark,
  readReasons,
  readRequest,
  sendRequest,
  topic,
  type SentMail,
} from '../../testing/bounces.ts'
import { privateKey } from '../../testing/bounce-certificate.ts'

let world: World
beforeAll(async () => {
  world = await createBounceWorld()
})
afterAll(() => world.close())

describe('events of Amazon SES', () => {
  const notify = (
    event: object,
    more: { key?: string; url?: string; topicArn?: string; id?: string; at?: number; version?: '1' | '2' } = {},
  ) => {
    const message = {
      Type: 'Notification' as const,
      MessageId: more.id ?? `${Math.random()}`,
      TopicArn: more.topicArn ?? topic,
      Message: JSON.stringify(event),
      Timestamp: new Date(more.at ?? Date.now()).toISOString(),
      SignatureVersion: more.version ?? '2',
      SigningCertURL: more.url ?? certificateUrl,
    }
    const Signature = createSign(more.version === '1' ? 'RSA-SHA1' : 'RSA-SHA256')
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
    const mail = await sendRequest(world)
    for (const id of ['1', '1', '2']) expect((await notify(bounce(mail), { id })).statusCode).toBe(200)
    expect(await readReasons(world, mail)).toEqual(['bounced'])
    expect(await readRequest(world, mail)).toMatchObject({
      status: 'failed',
      errorMessage: '550 5.1.1 unknown',
      version: expect.any(Number),
    })
  })

  test('suppress the address after a complaint and leave the request unchanged', async () => {
    const mail = await sendRequest(world)
    await notify({
      notificationType: 'Complaint',
      mail: { source: mail.path },
      complaint: { feedbackId: 'c1', complainedRecipients: [{ emailAddress: mail.email }] },
    })
    expect(await readReasons(world, mail)).toEqual(['complained'])
    expect(await readRequest(world, mail)).toMatchObject({ status: 'success' })
    expect(await countFacts(world, 'requests.complained')).toBe(1)
  })

  test('change nothing for an automatic reply, nor for an email rescued from the spam folder', async () => {
    const mail = await sendRequest(world)
    const general = { ...bounce(mail, 'Transient').bounce, bounceSubType: 'General' }
    await notify({ ...bounce(mail), bounce: { ...general, bouncedRecipients: [{ emailAddress: mail.email }] } })
    const complainedRecipients = [{ emailAddress: mail.email }]
    await notify({
      notificationType: 'Complaint',
      mail: { source: mail.path },
      complaint: { feedbackId: 'c2', complaintFeedbackType: 'not-spam', complainedRecipients },
    })
    expect(await readRequest(world, mail)).toMatchObject({ status: 'success' })
    expect(await readReasons(world, mail)).toEqual([])
  })

  test('are refused if forged, malformed, old or of another topic', async () => {
    const mail = await sendRequest(world)
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString()
    for (const more of [
      { key: stranger },
      { url: 'https://sns.us-east-1.amazonaws.com.evil.test/x.pem' },
      { url: 'http://sns.us-east-1.amazonaws.com/x.pem' },
      { topicArn: 'arn:aws:sns:us-east-1:999999999999:mine' },
      { url: 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-test.pem' },
      { url: 'https://sns.us-east-1.amazonaws.com/?Action=GetTopic' },
      { at: Date.now() - 2 * 3_600_000 },
      { version: '1' as const },
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
    expect(await readReasons(world, mail)).toEqual([])
  })
})

describe('events of Postmark', () => {
  const post = (payload: object, password?: string) => postPostmark(world, payload, password)
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
    const mail = await sendRequest(world)
    expect((await world.mailbox()).find(({ to }) => to === mail.email)?.headers).toMatchObject({
      'x-pm-metadata-candor': mail.path,
    })
    expect((await post(event(mail), 'postmark:wrong')).statusCode).toBe(401)
    expect(await readReasons(world, mail)).toEqual([])
    expect((await post(event(mail))).statusCode).toBe(200)
    expect(await readReasons(world, mail)).toEqual(['bounced'])
  })

  test.each([
    ['Blocked', 'smtp;550 5.1.8 Access denied, bad outbound sender', { status: 'failed', reasons: [] }],
    ['Blocked', 'action: failed status: 5.0.0 smtp;550 DMARC policy', { status: 'failed', reasons: [] }],
    ['HardBounce', 'smtp;552 5.2.2 Over quota', { status: 'waiting', reasons: [] }],
    ['AutoResponder', 'Back on Monday', { status: 'success', reasons: [] }],
    ['ManuallyDeactivated', '', { status: 'failed', reasons: ['bounced'] }],
    ['Unsubscribe', '', { status: 'success', reasons: ['unsubscribed'] }],
  ])('of type %s with the answer %j lead to %j', async (Type, Details, { status, reasons }) => {
    const mail = await sendRequest(world)
    await post(event(mail, { ID: mail.id, Type, Details }))
    expect(await readRequest(world, mail)).toMatchObject({ status })
    expect(await readReasons(world, mail)).toEqual(reasons)
  })

  test('unsubscribe a recipient who unsubscribes at Postmark, until they take it back', async () => {
    const mail = await sendRequest(world)
    const change = { RecordType: 'SubscriptionChange', MessageID: mail.id, Recipient: mail.email, Origin: 'Recipient' }
    const Metadata = { candor: mail.path }
    const SuppressionReason = 'ManualSuppression'
    await post({ ...change, Metadata, ChangedAt: '2027-02-01T10:00:00Z', SuppressSending: true, SuppressionReason })
    expect(await readReasons(world, mail)).toEqual(['unsubscribed'])
    await post({ ...change, Metadata, ChangedAt: '2027-02-02T10:00:00Z', SuppressSending: false })
    expect(await readReasons(world, mail)).toEqual([])
  })

  test('count for an address in another spelling, and its next request is canceled', async () => {
    const mail = await sendRequest(world, 'kunde@müller.example')
    await post(event(mail, { ID: mail.id, Email: 'kunde@xn--mller-kva.example' }))
    expect(await readReasons(world, mail)).toEqual(['bounced'])
    await (await placeOrder(world, { email: 'kunde@xn--mller-kva.example' })).fulfill()
    await world.advance({ days: 8 })
    const next = { shopId: world.shop.id, customerEmail: 'kunde@xn--mller-kva.example' }
    expect(await world.ctx.db.queueItem.findFirstOrThrow({ where: next })).toMatchObject({
      status: 'cancelled',
      skipReason: 'addressRefused',
    })
  })

  test('have no effect if they name another recipient', async () => {
    const mail = await sendRequest(world)
    await post(event(mail, { ID: 8, Email: 'victim@example.com' }))
    expect(await readReasons(world, mail)).toEqual([])
    expect(await world.ctx.db.suppression.count({ where: { email: 'victim@example.com' } })).toBe(0)
  })
})
