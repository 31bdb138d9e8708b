import { postmarkKey } from '../sender/return-path.ts'
import { z } from 'zod'
import { parseJson } from '../../../rules/json.ts'
import { oneLine } from '../mail/mail.ts'
import { isAboutAddress } from './dsn.ts'
import type { Bounce } from './receive.ts'

const address = z.string().max(1_000)
const sesEvent = z.object({
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  mail: z.object({ source: address }),
  bounce: z
    .object({
      bounceType: z.string(),
      feedbackId: z.string().optional(),
      bouncedRecipients: z.array(
        z.object({ emailAddress: address, status: z.string().optional(), diagnosticCode: z.string().optional() }),
      ),
    })
    .optional(),
  complaint: z
    .object({ feedbackId: z.string().optional(), complainedRecipients: z.array(z.object({ emailAddress: address })) })
    .optional(),
})

/** Reads a notification of Amazon SES; null for other events. Its `source` is our return path. */
export function parseSesBounce(body: string, messageId: string): Bounce | null {
  const event = sesEvent.safeParse(parseJson(body)).data
  if (!event) return null
  const {
    bounce,
    complaint,
    mail: { source },
  } = event
  const receipt = `ses:${bounce?.feedbackId ?? complaint?.feedbackId ?? messageId}`
  if (complaint)
    return {
      kind: 'complaint',
      detail: 'complaint',
      returnPath: bare(source),
      receipt,
      recipients: complaint.complainedRecipients.map(({ emailAddress }) => bare(emailAddress)),
    }
  if (!bounce) return null
  const [first] = bounce.bouncedRecipients
  const detail = oneLine(first?.diagnosticCode?.replace(/^smtp;\s*/i, '') ?? first?.status ?? bounce.bounceType, 300)
  return {
    kind: bounce.bounceType === 'Permanent' ? 'hard' : 'soft',
    detail,
    returnPath: bare(source),
    receipt,
    recipients: bounce.bouncedRecipients.map(({ emailAddress }) => bare(emailAddress)),
  }
}

const postmarkEvent = z.object({
  RecordType: z.string(),
  ID: z.union([z.number(), z.string()]),
  Type: z.string().optional(),
  Email: address,
  Description: z.string().optional(),
  Details: z.string().optional(),
  Metadata: z.record(z.string(), z.string()).default({}),
})
/** The address does not exist. Blocks by filters and full mailboxes are temporary. */
const hardTypes = ['HardBounce', 'BadEmailAddress']
const softTypes = ['Transient', 'SoftBounce', 'DnsError', 'Blocked', 'SMTPApiError', 'Undeliverable']

/** Reads an event of Postmark; null for other events. Its metadata hold our return path. */
export function parsePostmarkBounce(body: unknown): Bounce | null {
  const event = postmarkEvent.safeParse(body).data
  const returnPath = event?.Metadata[postmarkKey]
  if (!event || !returnPath) return null
  const { RecordType, ID, Type = '', Email, Description = '', Details = '' } = event
  const said = oneLine(Details || Description || Type, 300)
  const about = { detail: said, returnPath, receipt: `postmark:${RecordType}:${ID}`, recipients: [Email] }
  if (RecordType === 'SpamComplaint' || Type === 'SpamNotification' || Type === 'SpamComplaint')
    return { ...about, kind: 'complaint' }
  if (RecordType !== 'Bounce') return null
  if (hardTypes.includes(Type) || isAboutAddress(/\b5\.\d+\.\d+\b/.exec(said)?.[0] ?? ''))
    return { ...about, kind: 'hard' }
  return softTypes.includes(Type) ? { ...about, kind: 'soft' } : null
}

const bare = (text: string): string => /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text.trim()
