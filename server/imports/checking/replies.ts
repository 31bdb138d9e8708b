import type { MessageCode } from '../../../rules/messages.ts'
import type { OpenedFile } from '../files/open-records.ts'
import type { ParseOptions, RecordReader, ReplyRow } from '../sources/source.ts'

export interface FoundReply {
  /** Number of the record. */
  row: number
  content: string
  at: Date | null
}

/** So many rows are looked after; what comes later is reported as a reply that nothing was found for. */
const mostReplies = 100_000
/** An answer to an answer, and so on. */
const deepest = 20

/** Replies that stand in rows of their own, anywhere below or above their reviews: found before the file is read for good. */
export class Replies {
  readonly #byReview = new Map<string, FoundReply>()
  readonly #taken = new Set<number>()
  readonly #seconds = new Set<number>()

  /** The reply to a review, by its lasting name. */
  of(externalId: string | null): FoundReply | undefined {
    return externalId === null ? undefined : this.#byReview.get(externalId)
  }

  /** Why a row that is a reply stays out; null: it comes with its review. */
  refusalOf(row: number): MessageCode | null {
    if (this.#taken.has(row)) return null
    return this.#seconds.has(row) ? 'replySecond' : 'rowIsReply'
  }

  /** Reviews that can be read get the first reply to them, by its date and then by its place. */
  settle(reviews: ReadonlySet<string>, found: readonly (ReplyRow & { row: number })[]): void {
    const parents = new Map(found.flatMap(({ id, to }) => (id === null ? [] : [[id, to] as const])))
    const time = ({ at }: FoundReply) => at?.getTime() ?? Infinity
    for (const reply of found.toSorted((a, b) => (time(a) === time(b) ? a.row - b.row : time(a) - time(b)))) {
      let { to } = reply
      for (let step = 0; step < deepest && !reviews.has(to); step++) to = parents.get(to) ?? to
      if (!reviews.has(to)) continue
      if (this.#byReview.has(to)) this.#seconds.add(reply.row)
      else {
        this.#byReview.set(to, { row: reply.row, content: reply.content, at: reply.at })
        this.#taken.add(reply.row)
      }
    }
  }
}

/** Looks through a file for replies where its app writes such rows; of other apps the file is not opened. */
export async function findReplies(
  reader: RecordReader,
  { open, reading }: { open: () => Promise<OpenedFile>; reading: ParseOptions },
): Promise<Replies> {
  const replies = new Replies()
  if (!reader.fields.has('parent')) return replies
  const reviews = new Set<string>()
  const found: (ReplyRow & { row: number })[] = []
  for await (const batch of (await open()).records) {
    for (const { row, cells, broken } of batch) {
      const result = broken ? { bad: [] } : reader.read(cells, reading)
      if ('ok' in result) {
        if (result.ok.externalId) reviews.add(result.ok.externalId)
      } else if (result.reply && found.length < mostReplies) found.push({ row, ...result.reply })
    }
  }
  replies.settle(reviews, found)
  return replies
}
