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

/** Allows certificates and confirmations from Amazon SNS only: another host could serve its own certificate. */
export const isAmazonSns = (address: string): boolean => {
  const url = URL.canParse(address) ? new URL(address) : null
  return (
    url?.protocol === 'https:' &&
    !url.port &&
    !url.username &&
    /^sns\.[a-z\d-]{3,30}\.amazonaws\.com(\.cn)?$/.test(url.hostname)
  )
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

export async function isSignedByAmazon(web: WebPort, message: SnsMessage): Promise<boolean> {
  if (!isAmazonSns(message.SigningCertURL)) return false
  try {
    const { bytes } = await web.fetch(message.SigningCertURL, {
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
      mayAsk: (url) => isAmazonSns(url.href),
    })
    const certificate = new X509Certificate(bytes)
    const now = Date.now()
    if (now < Date.parse(certificate.validFrom) || now > Date.parse(certificate.validTo)) return false
    return createVerify(message.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1')
      .update(signedText(message))
      .verify(certificate.publicKey, message.Signature, 'base64')
  } catch {
    return false
  }
}
