import { createTransport } from 'nodemailer'
import { FetchRefused } from '../core/files/fetch-remote.ts'
import { cannedWeb } from './canned-web.ts'
import { placeOrder } from './orders.ts'
import { createWorld, type World } from './world.ts'
import { certificate } from './bounce-certificate.ts'

export const topic = 'arn:aws:sns:us-east-1:123456789012:candor'
export const certificateUrl = 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-test.pem'
const login = 'postmark:a-long-enough-password'

/** Creates a world in which both providers' webhooks are configured. */
export function createBounceWorld(): Promise<World> {
  const web = cannedWeb()
  const fetch: typeof web.fetch = async (url) => {
    if (url === certificateUrl) return { bytes: Buffer.from(certificate), contentType: 'text/plain' }
    throw new FetchRefused('address', `asked for ${url}`)
  }
  return createWorld({ web: { ...web, fetch }, env: { CANDOR_SES_TOPIC: topic, CANDOR_POSTMARK_LOGIN: login } })
}

export interface SentMail {
  id: string
  email: string
  path: string
}

let orders = 0

/** Sends a review request and returns it with its return path. */
export async function sendRequest(world: World, email = `buyer${orders++}@example.com`): Promise<SentMail> {
  await (await placeOrder(world, { email })).fulfill()
  await world.advance({ days: 8 })
  const { id } = await world.ctx.db.queueItem.findFirstOrThrow({
    where: { shopId: world.shop.id, customerEmail: email },
  })
  const mail = (await world.mailbox()).find(({ to }) => to === email)
  return { id, email, path: (mail!.headers as Record<string, string>)['return-path']!.slice(1, -1) }
}

export const readRequest = (world: World, { id }: SentMail) =>
  world.ctx.db.queueItem.findUniqueOrThrow({ where: { shopId_id: { shopId: world.shop.id, id } } })

export const readReasons = async (world: World, { email }: SentMail) =>
  (await world.ctx.db.suppression.findMany({ where: { shopId: world.shop.id, email } })).map(({ reason }) => reason)

export const countFacts = async (world: World, metric: string) =>
  (
    await world.ctx.db.fact.aggregate({
      where: { shopId: world.shop.id, metric, dimension: '' },
      _sum: { count: true },
    })
  )._sum.count ?? 0

/** Posts an event of Postmark with the webhook's credentials. */
export const postPostmark = (world: World, payload: object, password = login) =>
  world.inject({
    method: 'POST',
    url: '/webhooks/postmark',
    headers: { authorization: `Basic ${Buffer.from(password).toString('base64')}` },
    payload,
  })

/** Returns a delivery status notification (RFC 3464). */
export const dsn = (status: string, said: string, id = `${Math.random()}@mx.test`) =>
  [
    'From: MAILER-DAEMON@mx.test',
    'To: x',
    `Message-ID: <${id}>`,
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

export async function returnMail(world: World, to: string, raw: string): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: world.app.bouncePort!, ignoreTLS: true })
  await transport.sendMail({ envelope: { from: '', to }, raw })
  transport.close()
}
