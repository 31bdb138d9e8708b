/** A part of an email, decoded. */
export interface MailPart {
  /** Media type in lower case. */
  type: string
  text: string
}

interface ReadMail {
  /** Header lines. */
  head: string
  parts: MailPart[]
}

const mostParts = 20
const mostDepth = 3

/** Returns a header field's value; lines that begin with a space continue the previous line. */
export function readField(text: string, name: string): string | undefined {
  return new RegExp(`^${name}[ \\t]*:[ \\t]*(.*)$`, 'im').exec(text.replace(/\r?\n[ \t]+/g, ' '))?.[1]?.trim()
}

/**
 * Reads an email's text parts in one pass. Reads at most 20 parts and three levels, so hostile nesting costs nothing.
 * Returns a malformed multipart as one text part.
 */
export function readParts(raw: Uint8Array): ReadMail {
  const [head, body] = splitHead(Buffer.from(raw).toString('latin1'))
  const parts: MailPart[] = []
  addParts(parts, head, { body, depth: 0 })
  return { head: decodeBytes(head, 'utf-8'), parts }
}

function addParts(parts: MailPart[], head: string, { body, depth }: { body: string; depth: number }): void {
  const contentType = readField(head, 'content-type') ?? 'text/plain'
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  const boundary = /boundary\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(contentType)
  const delimiter = boundary?.[1] ?? boundary?.[2]
  const inner = type.startsWith('multipart/') && delimiter && depth < mostDepth ? splitBody(body, delimiter) : []
  for (const part of inner) {
    const [partHead, partBody] = splitHead(part)
    if (parts.length < mostParts) addParts(parts, partHead, { body: partBody, depth: depth + 1 })
  }
  if (inner.length > 0 || parts.length >= mostParts) return
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  const encoding = readField(head, 'content-transfer-encoding')?.toLowerCase() ?? ''
  parts.push({
    type: type.startsWith('multipart/') ? 'text/plain' : type,
    text: decodeBytes(decodeTransfer(body, encoding), charset),
  })
}

/** Splits at the first empty line. */
function splitHead(text: string): [head: string, body: string] {
  const end = /^\r?\n/.exec(text) ?? /\r?\n\r?\n/.exec(text)
  return end ? [text.slice(0, end.index), text.slice(end.index + end[0].length)] : [text, '']
}

function splitBody(body: string, delimiter: string): string[] {
  const found: string[] = []
  let lines: string[] | null = null
  for (const line of body.split(/\r?\n/)) {
    if (!line.startsWith(`--${delimiter}`)) {
      lines?.push(line)
      continue
    }
    if (lines) found.push(lines.join('\n'))
    if (found.length >= mostParts || line.startsWith(`--${delimiter}--`)) return found
    lines = []
  }
  if (lines) found.push(lines.join('\n'))
  return found
}

function decodeTransfer(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('latin1')
  if (encoding !== 'quoted-printable') return body
  return body
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function decodeBytes(latin1: string, charset: string): string {
  const bytes = Buffer.from(latin1, 'latin1')
  try {
    // Reports often omit this charset, whose escape sequences are unmistakable.
    return new TextDecoder(/\x1b\$[@B]/.test(latin1) ? 'iso-2022-jp' : charset).decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}
