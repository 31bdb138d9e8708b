import PostalMime from 'postal-mime'
import { oneLine } from '../mail/mail.ts'

export interface BounceReport {
  kind: 'hard' | 'soft' | 'complaint'
  /** The server's answer in one line. */
  detail: string
}

/**
 * Reads a returned mail: a delivery status notification (RFC 3464) or a complaint (RFC 5965). Null for anything else,
 * such as automatic replies, delays and successful deliveries.
 */
export async function readBounceMail(raw: Uint8Array): Promise<(BounceReport & { messageId: string | null }) | null> {
  const mail = await PostalMime.parse(raw)
  const part = (type: string): string | null => {
    const found = mail.attachments.find(({ mimeType }) => mimeType.toLowerCase() === type)
    return found ? textOf(found.content) : null
  }
  const messageId = mail.messageId ?? null
  const feedback = part('message/feedback-report')
  if (feedback !== null)
    return field(feedback, 'feedback-type')?.toLowerCase() === 'abuse'
      ? { kind: 'complaint', detail: 'abuse', messageId }
      : null
  const status = part('message/delivery-status')
  if (status === null || field(status, 'action')?.toLowerCase() !== 'failed') return null
  const code = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(field(status, 'status') ?? '')?.[0] ?? ''
  const said = field(status, 'diagnostic-code')?.replace(/^\s*smtp\s*;\s*/i, '') ?? ''
  return {
    kind: isAboutAddress(code) ? 'hard' : 'soft',
    detail: oneLine(said.includes(code) ? said : `${code} ${said}`, 300),
    messageId,
  }
}

/** 5.1.x: no such address. 5.2.1: closed mailbox (RFC 3463). Full mailboxes and filters are temporary. */
export const isAboutAddress = (status: string): boolean => /^5\.1\.\d+$|^5\.2\.1$|^5\.0\.0$/.test(status)

function textOf(content: ArrayBuffer | Uint8Array | string): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content)
}

/** Reads a header field; lines that begin with a space continue the previous line. */
function field(text: string, name: string): string | undefined {
  return new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(text.replace(/\r?\n[ \t]+/g, ' '))?.[1]?.trim()
}
