import { createBrokenError, createTooLargeError, type WorkbookWork } from './workbook-work.ts'

export type XmlMark = 'open' | 'close' | 'text'

const [lessThan, greaterThan, slash, bang, question, quote, apostrophe] = Buffer.from('<>/!?"\'') as unknown as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]
const longestDeclarationStart = 9
/** The most frequent tag names by their bytes as a number, because sheets contain millions of them. */
const shortNames = new Map(
  ['row', 'c', 'v', 'is', 't', 'r', 'f', 'si'].map((name) => [
    Buffer.from(name).reduce((key, byte) => (key << 8) | byte, 0),
    name,
  ]),
)

/**
 * Reads a part's XML as its bytes arrive. Reads each byte once, however they are split, and buffers unfinished marks up
 * to a limit. Refuses declarations, so only XML's own entities exist.
 */
export class XmlMarks {
  readonly #work: WorkbookWork
  #held: Buffer = Buffer.alloc(0)
  #at = 0
  #next = 0
  /** Search position in the unfinished mark, and the quote it is within. */
  #seen = 0
  #within = 0
  #from = 0
  #to = 0
  #raw = false
  #closing = false
  #bare = false
  #depth = 0
  #opened = false
  #before = 0
  /** Name of the current tag, without its prefix. */
  name = ''

  constructor(work: WorkbookWork) {
    this.#work = work
  }

  get offset(): number {
    return this.#before + this.#at
  }

  push(bytes: Buffer): void {
    this.#before += this.#next
    this.#held = this.#next < this.#held.length ? Buffer.concat([this.#held.subarray(this.#next), bytes]) : bytes
    this.#seen -= this.#next
    this.#at = this.#next = 0
  }

  /** Returns the next mark; null when more bytes are needed. `<a/>` is two marks. */
  next(): XmlMark | null {
    if (this.#closing) {
      this.#closing = false
      return this.#close()
    }
    for (;;) {
      this.#at = this.#next
      if (this.#at >= this.#held.length) return null
      if (this.#held[this.#at] !== lessThan) return this.#takeUntil(lessThan, 0) ? 'text' : null
      const second = this.#held[this.#at + 1]
      if (second === undefined) return null
      if (second === slash) return this.#takeUntil(greaterThan, 2) ? this.#closeTag() : null
      if (second !== bang && second !== question) return this.#takeTag() ? 'open' : null
      const skipped = this.#skip(second)
      if (skipped !== 'skipped') return skipped
    }
  }

  text(): string {
    const text = this.#held.toString('utf8', this.#from, this.#to)
    return this.#raw ? text : withEntities(text)
  }

  /** Returns the current tag's attributes by their names as written. */
  attributes(): ReadonlyMap<string, string> {
    return this.#bare ? none : attributesOf(this.#held.toString('utf8', this.#from, this.#to))
  }

  /** @throws InvalidInput workbookBroken when it ends in the middle */
  end(): void {
    if (this.#depth !== 0 || !this.#opened || (this.#next < this.#held.length && this.#held[this.#next] === lessThan))
      throw createBrokenError()
  }

  #skip(second: number): XmlMark | 'skipped' | null {
    if (second === question) return this.#takeTo('?>', { from: 2, skip: 2 }) ? 'skipped' : null
    const start = this.#held.toString('latin1', this.#at, this.#at + longestDeclarationStart)
    if (start.startsWith('<!--')) return this.#takeTo('-->', { from: 4, skip: 3 }) ? 'skipped' : null
    if (start === '<![CDATA[') {
      if (!this.#takeTo(']]>', { from: 9, skip: 3 })) return null
      this.#raw = true
      return 'text'
    }
    if ('<!--'.startsWith(start) || '<![CDATA['.startsWith(start)) return null
    throw createBrokenError()
  }

  /** Advances to a closing sign. Compares byte by byte, which is faster than a native search for short marks. */
  #takeUntil(sign: number, from: number): boolean {
    const held = this.#held
    let to = Math.max(this.#at + from, this.#seen)
    while (to < held.length && held[to] !== sign) to++
    if (to >= held.length) return this.#wait(to)
    this.#take(this.#at + from, to)
    this.#next = sign === lessThan ? to : to + 1
    return true
  }

  #takeTo(end: string, { from, skip }: { from: number; skip: number }): boolean {
    const start = this.#at + from
    const found = this.#held.indexOf(end, Math.max(start, this.#seen), 'latin1')
    // The end mark may have arrived in part.
    if (found < 0) return this.#wait(Math.max(start, this.#held.length - end.length + 1))
    this.#take(start, found)
    this.#next = found + skip
    return true
  }

  #takeTag(): boolean {
    const held = this.#held
    let within = this.#within
    let to = Math.max(this.#at + 1, this.#seen)
    for (; to < held.length; to++) {
      const byte = held[to]
      if (within !== 0) {
        if (byte === within) within = 0
      } else if (byte === greaterThan) break
      else if (byte === quote || byte === apostrophe) within = byte
    }
    this.#within = within
    if (to >= held.length) return this.#wait(to)
    this.#closing = held[to - 1] === slash
    this.#take(this.#at + 1, this.#closing ? to - 1 : to)
    this.#name()
    this.#next = to + 1
    this.#opened = true
    if (++this.#depth > this.#work.bounds.depth) throw createBrokenError()
    return true
  }

  #closeTag(): XmlMark {
    this.#name()
    return this.#close()
  }

  #close(): XmlMark {
    if (--this.#depth < 0) throw createBrokenError()
    return 'close'
  }

  #take(from: number, to: number): void {
    if (to - from > this.#work.bounds.tokenBytes) throw createTooLargeError()
    this.#from = from
    this.#to = to
    this.#raw = false
    this.#within = 0
    this.#seen = 0
  }

  #wait(seen: number): false {
    if (this.#held.length - this.#at > this.#work.bounds.tokenBytes) throw createTooLargeError()
    this.#seen = seen
    return false
  }

  #name(): void {
    const from = this.#from
    const to = this.#to
    let end = from
    let start = from
    let key = 0
    for (; end < to; end++) {
      const byte = this.#held[end] ?? 0
      if (byte <= 0x20) break
      if (byte === 0x3a) {
        start = end + 1
        key = 0
      } else key = (key << 8) | byte
    }
    this.#bare = end === to
    this.name = (end - start <= 4 && shortNames.get(key)) || this.#held.toString('latin1', start, end)
  }
}

const none: ReadonlyMap<string, string> = new Map()

const isSpace = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d

/** Parses by hand, because a regular expression with lookbehind takes quadratic time on a long tag. */
function attributesOf(tag: string): Map<string, string> {
  const found = new Map<string, string>()
  let at = 0
  while (at < tag.length && !isSpace(tag.charCodeAt(at))) at++
  for (;;) {
    while (isSpace(tag.charCodeAt(at))) at++
    const equals = tag.indexOf('=', at)
    if (equals < 0) return found
    const name = tag.slice(at, equals).trimEnd()
    at = equals + 1
    while (isSpace(tag.charCodeAt(at))) at++
    const sign = tag.charAt(at)
    const end = sign === '"' || sign === "'" ? tag.indexOf(sign, at + 1) : -1
    if (end < 0) return found
    found.set(name, withEntities(tag.slice(at + 1, end)))
    at = end + 1
  }
}

const entities: Partial<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const withEntities = (text: string): string =>
  text.includes('&') ? text.replace(/&(#x[0-9a-f]{1,8}|#[0-9]{1,10}|[a-z]{1,8});/gi, entity) : text

function entity(written: string, name: string): string {
  if (!name.startsWith('#')) return entities[name] ?? written
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code <= 0x10ffff ? String.fromCodePoint(code) : written
}
