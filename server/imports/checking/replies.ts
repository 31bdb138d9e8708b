import type { MessageCode } from '../../../rules/messages.ts'
import type { ImportRecords } from '../files/record-chunks.ts'
import type { ParseOptions, ReplyRow } from '../sources/source.ts'

interface FoundReply {
  row: number
  content: string
  at: Date | null
}

/** Rows to search. Later replies are reported as unmatched. */
const mostReplies = 100_000
/** Levels of replies to replies. */
const deepest = 20

/** Replies in rows of their own, anywhere in the file. Collected before the file is read for its reviews. */
export class Replies {
  readonly #byReview = new Map<string, FoundReply>()
  readonly #taken = new Set<number>()
  readonly #seconds = new Set<number>()

  /** Returns the reply to a review, by the review's external id. */
  of(externalId: string | null): FoundReply | undefined {
    return externalId === null ? undefined : this.#byReview.get(externalId)
  }

  /** Returns why a reply row is skipped; null if it is imported with its review. */
  refusalOf(row: number): MessageCode | null {
    if (this.#taken.has(row)) return null
    return this.#seconds.has(row) ? 'replySecond' : 'rowIsReply'
  }

  /** Assigns each valid review its first reply, by date, then by row. */
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

/** Collects the replies if the app writes reply rows. Otherwise reads nothing. */
export async function findReplies({ reader, read }: ImportRecords, reading: ParseOptions): Promise<Replies> {
  const replies = new Replies()
  if (!reader.fields.has('parent')) return replies
  const reviews = new Set<string>()
  const found: (ReplyRow & { row: number })[] = []
  for await (const chunk of read()) {
    for (const { row, cells, broken } of chunk) {
      const result = broken ? { bad: [] } : reader.read(cells, reading)
      if ('ok' in result) {
        if (result.ok.externalId) reviews.add(result.ok.externalId)
      } else if (result.reply && found.length < mostReplies) found.push({ row, ...result.reply })
    }
  }
  replies.settle(reviews, found)
  return replies
}
