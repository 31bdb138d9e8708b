import { createVerify, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import type { WebPort } from '../../core/files/web.ts'

const text = z.string().max(300_000)
export const snsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: text,
  TopicArn: text,
  Message: text,
  Timestamp: text,
  SignatureVersion: z.enum(['1', '2']),
  Signature: text,
  SigningCertURL: text,
  Subject: text.optional(),
  SubscribeURL: text.optional(),
  Token: text.optional(),
})
type SnsMessage = z.infer<typeof snsMessage>

/** Returns the host of Amazon SNS in a topic's region; null for anything that is no topic. */
function findSnsHost(topicArn: string): string | null {
  const [, partition, region] = /^arn:(aws|aws-cn|aws-us-gov):sns:([a-z\d-]{3,30}):\d+:/.exec(topicArn) ?? []
  return region ? `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}` : null
}

/** Returns whether a URL is at Amazon SNS in the topic's region. Other hosts could serve their own certificate. */
export function isAmazonSns(address: string, topicArn: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  return url?.protocol === 'https:' && !url.port && !url.username && url.hostname === findSnsHost(topicArn)
}

const isCertificateUrl = (address: string, topicArn: string): boolean =>
  isAmazonSns(address, topicArn) && /^\/SimpleNotificationService-[\da-z]+\.pem$/i.test(new URL(address).pathname)

/** SNS retries a delivery for at most an hour; clocks may differ by some minutes. */
const longestMs = 75 * 60_000

function isRecent({ Timestamp }: SnsMessage): boolean {
  const age = Date.now() - Date.parse(Timestamp)
  return Math.abs(age) < longestMs
}

const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  other: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const

/** Returns the text that SNS signs: names and values, one per line. */
export function signedText(message: Omit<SnsMessage, 'Signature'>): string {
  const fields = message.Type === 'Notification' ? signedFields.Notification : signedFields.other
  return fields.flatMap((field) => (message[field] === undefined ? [] : [`${field}\n${message[field]}\n`])).join('')
}

/**
 * Returns whether Amazon signed a message within the last hour. Refuses signatures of version 1 (SHA-1): two messages
 * with one SHA-1 can be made.
 */
export async function isSignedByAmazon(web: WebPort, message: SnsMessage): Promise<boolean> {
  const { SigningCertURL, SignatureVersion, TopicArn } = message
  if (SignatureVersion !== '2' || !isRecent(message) || !isCertificateUrl(SigningCertURL, TopicArn)) return false
  try {
    const { bytes } = await web.fetch(SigningCertURL, {
      maxBytes: 20_000,
      timeoutMs: 5_000,
      accept: [
        '*/*',
        'application/x-pem-file',
        'text/plain',
        'binary/octet-stream',
        'application/octet-stream',
        'application/x-x509-ca-cert',
      ],
      mayAsk: (url) => isCertificateUrl(url.href, TopicArn),
    })
    const certificate = new X509Certificate(bytes)
    const now = Date.now()
    if (now < Date.parse(certificate.validFrom) || now > Date.parse(certificate.validTo)) return false
    if (!/^CN=sns(?:\.[a-z\d-]+)?\.amazonaws\.com(?:\.cn)?$/m.test(certificate.subject)) return false
    return createVerify('RSA-SHA256')
      .update(signedText(message))
      .verify(certificate.publicKey, message.Signature, 'base64')
  } catch {
    return false
  }
}
