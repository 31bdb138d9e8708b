/** Names of messages before the startup, which have no type byte. */
export const sslRequest = 'ssl'
export const cancelRequest = 'cancel'

const sslCode = 80_877_103
const gssCode = 80_877_104
const cancelCode = 80_877_102

export interface Frame {
  /** The message's letter, 'startup', or a request before the startup. */
  type: string
  bytes: Buffer
}

/** Splits a client's byte stream into protocol messages, copying split messages at most once. */
export class FrameReader {
  #started = false
  #pieces: Buffer[] = []
  #length = 0

  /** Returns the messages that are now complete. */
  push(data: Buffer): Frame[] {
    this.#pieces.push(data)
    this.#length += data.length
    const messages: Frame[] = []
    for (let message = this.#next(); message; message = this.#next()) messages.push(message)
    return messages
  }

  #next(): Frame | null {
    const header = this.#started ? 5 : 8
    if (this.#length < header) return null
    const head = this.#joined(header)
    const size = this.#started ? head.readInt32BE(1) + 1 : head.readInt32BE(0)
    if (this.#length < size) return null
    const all = this.#joined(size)
    const message = all.subarray(0, size)
    const rest = all.subarray(size)
    const others = this.#pieces.slice(1)
    this.#pieces = rest.length > 0 ? [rest, ...others] : others
    this.#length -= size
    const type = this.#started ? String.fromCharCode(message[0] ?? 0) : untypedMessage(message)
    if (type === 'startup') this.#started = true
    return { type, bytes: message }
  }

  /** Makes the first piece hold at least this many bytes. Joins all pieces at most once per message. */
  #joined(size: number): Buffer {
    const first = this.#pieces[0] ?? Buffer.alloc(0)
    if (first.length >= size) return first
    const all = Buffer.concat(this.#pieces)
    this.#pieces = [all]
    return all
  }
}

function untypedMessage(message: Buffer): string {
  const code = message.readInt32BE(4)
  if (code === sslCode || code === gssCode) return sslRequest
  return code === cancelCode ? cancelRequest : 'startup'
}

export function queryMessage(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`)
  const message = Buffer.alloc(5 + text.length)
  message.write('Q')
  message.writeInt32BE(4 + text.length, 1)
  text.copy(message, 5)
  return message
}
