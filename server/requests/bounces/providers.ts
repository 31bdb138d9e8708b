import { z } from 'zod'
import { classifyRefusal, findRefusalReason } from '../../../rules/bounces/refusals.ts'
import { parseJson } from '../../../rules/json.ts'
import { oneLine } from '../mail/mail.ts'
import { postmarkKey } from '../sender/return-path.ts'
import { judgeFeedback } from './dsn.ts'
import type { Bounce } from './receive.ts'

type Kind = Bounce['kind']

/** What a provider's type of event means. `hard` and `soft` yield to the mail server's own answer. */
type Meaning = Kind | 'answer' | null

/** Returns what an event says of the recipient; null: nothing. `answer` counts only if it gives a reason. */
function judgeEvent(meaning: Meaning, answer: string, status = ''): Kind | null {
  if (meaning !== 'hard' && meaning !== 'soft' && meaning !== 'answer') return meaning
  if (findRefusalReason(answer, status)) return classifyRefusal(answer, status)
  return meaning === 'answer' ? null : meaning
}

const address = z.string().max(1_000)
const sesEvent = z.object({
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  mail: z.object({ source: address }),
  bounce: z
    .object({
      bounceType: z.string(),
      bounceSubType: z.string().default(''),
      feedbackId: z.string().optional(),
      bouncedRecipients: z.array(
        z.object({ emailAddress: address, status: z.string().optional(), diagnosticCode: z.string().optional() }),
      ),
    })
    .optional(),
  complaint: z
    .object({
      feedbackId: z.string().optional(),
      complaintFeedbackType: z.string().nullish(),
      complainedRecipients: z.array(z.object({ emailAddress: address })),
    })
    .optional(),
})

/** Meanings of Amazon SES's bounces by subtype, then by type. */
const sesMeanings: Readonly<Record<string, Meaning>> = {
  UnsubscribedRecipient: 'unsubscribed',
  MailboxFull: 'soft',
  MessageTooLarge: 'failed',
  ContentRejected: 'failed',
  AttachmentRejected: 'failed',
  Permanent: 'hard',
  // Automatic replies also come as Transient, without a mail server's answer.
  Transient: 'answer',
  Undetermined: 'answer',
}

/** Reads a notification of Amazon SES; null for other events. Its `source` is our return path. */
export function parseSesBounce(body: string, messageId: string): Bounce | null {
  const event = sesEvent.safeParse(parseJson(body)).data
  if (!event) return null
  const {
    bounce,
    complaint,
    mail: { source },
  } = event
  const about = { returnPath: bare(source), receipt: `ses:${bounce?.feedbackId ?? complaint?.feedbackId ?? messageId}` }
  if (complaint) {
    const kind = judgeFeedback(complaint.complaintFeedbackType ?? 'abuse')
    const recipients = complaint.complainedRecipients.map(({ emailAddress }) => bare(emailAddress))
    return kind && { ...about, kind, detail: 'complaint', recipients }
  }
  if (!bounce) return null
  const [first] = bounce.bouncedRecipients
  const answer = first?.diagnosticCode?.replace(/^smtp;\s*/i, '') ?? ''
  const meaning = sesMeanings[bounce.bounceSubType] ?? sesMeanings[bounce.bounceType] ?? null
  const kind = judgeEvent(meaning, answer, first?.status)
  const detail = oneLine(answer || first?.status || bounce.bounceType, 300)
  return kind && { ...about, kind, detail, recipients: bounce.bouncedRecipients.map((one) => bare(one.emailAddress)) }
}

const postmarkEvent = z.object({
  RecordType: z.string(),
  ID: z.union([z.number(), z.string()]).optional(),
  MessageID: z.string().nullish(),
  ChangedAt: z.string().optional(),
  Type: z.string().optional(),
  Email: address.optional(),
  Recipient: address.optional(),
  Description: z.string().optional(),
  Details: z.string().optional(),
  Origin: z.string().optional(),
  SuppressSending: z.boolean().optional(),
  SuppressionReason: z.string().nullish(),
  Metadata: z.record(z.string(), z.string()).nullish(),
})
type PostmarkEvent = z.infer<typeof postmarkEvent>

/** Meanings of Postmark's bounce types. Others, such as AutoResponder and Subscribe, mean nothing for us. */
const postmarkMeanings: Readonly<Record<string, Meaning>> = {
  HardBounce: 'hard',
  BadEmailAddress: 'hard',
  ManuallyDeactivated: 'hard',
  Transient: 'soft',
  SoftBounce: 'soft',
  DnsError: 'soft',
  Undeliverable: 'soft',
  Unknown: 'answer',
  Blocked: 'failed',
  SpamNotification: 'failed',
  VirusNotification: 'failed',
  DMARCPolicy: 'failed',
  SMTPApiError: 'failed',
  TemplateRenderingFailed: 'failed',
  SpamComplaint: 'complaint',
  Unsubscribe: 'unsubscribed',
}

function judgeSubscription({ SuppressSending, SuppressionReason, Origin }: PostmarkEvent): Kind | null {
  if (!SuppressSending) return Origin === 'Recipient' ? 'resubscribed' : null
  if (SuppressionReason === 'HardBounce') return 'hard'
  if (SuppressionReason === 'SpamComplaint') return 'complaint'
  return Origin === 'Recipient' ? 'unsubscribed' : null
}

function judgePostmark(event: PostmarkEvent): Kind | null {
  if (event.RecordType === 'SpamComplaint') return 'complaint'
  if (event.RecordType === 'SubscriptionChange') return judgeSubscription(event)
  if (event.RecordType !== 'Bounce') return null
  return judgeEvent(postmarkMeanings[event.Type ?? ''] ?? null, event.Details ?? '')
}

/** Reads an event of Postmark; null for other events. Its metadata hold our return path. */
export function parsePostmarkBounce(body: unknown): Bounce | null {
  const event = postmarkEvent.safeParse(body).data
  const returnPath = event?.Metadata?.[postmarkKey]
  const recipient = event?.Email ?? event?.Recipient
  const kind = event && judgePostmark(event)
  if (!kind || !returnPath || !recipient) return null
  const { RecordType, ID, MessageID, ChangedAt, Type = '', Description, Details, SuppressionReason } = event
  const name = ID ?? `${MessageID ?? ''}:${ChangedAt ?? ''}`
  return {
    kind,
    detail: oneLine(Details || Description || Type || SuppressionReason || RecordType, 300),
    returnPath,
    receipt: `postmark:${RecordType}:${name}`,
    recipients: [recipient],
  }
}

const bare = (text: string): string => /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text.trim()
