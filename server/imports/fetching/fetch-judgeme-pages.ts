import { maxImportFileBytes } from '../../../rules/limits.ts'
import type { WebPort } from '../../core/files/web.ts'
import { fetchPage, type PageFailure } from './fetch-page.ts'
import {
  JUDGEME_HOSTS,
  judgemeAddress,
  judgemePageSize,
  readJudgemeCount,
  readJudgemePage,
} from '../marketplaces/judgeme-api.ts'
import { largestPayloadBytes } from '../marketplaces/payload.ts'

/** Result of fetching a page: more pages follow, it was the last one needed, or it failed. */
export type JudgemeStep = 'page' | 'last' | PageFailure

interface Wanted {
  shopId: string
  domain: string
  token: string
  /** Deadline, by the web port's clock. */
  until: number
}

export class JudgemeRun {
  /** Without duplicates. */
  readonly rows: string[][] = []
  pages = 0
  readonly #ids = new Set<string>()
  readonly #web: WebPort
  readonly #wanted: Wanted
  #bytes = 0

  constructor(web: WebPort, wanted: Wanted) {
    this.#web = web
    this.#wanted = wanted
  }

  async next(): Promise<JudgemeStep> {
    const answered = await this.#ask(
      judgemeAddress('reviews', { ...this.#who, per_page: judgemePageSize, page: this.pages + 1 }),
    )
    if ('none' in answered) return answered.none
    const page = readJudgemePage(answered.text)
    if (!page) return 'blocked'
    this.pages++
    this.#bytes += answered.bytes
    const before = this.rows.length
    for (const row of page.rows) this.#add(row)
    // A page without new reviews is the last one, whatever its length.
    if (page.isLast || this.rows.length === before) return 'last'
    return this.#bytes > maxImportFileBytes ? 'spent' : 'page'
  }

  /** Returns the number of reviews; null when Judge.me doesn't say. */
  async count(): Promise<number | null> {
    const answered = await this.#ask(judgemeAddress('reviews/count', this.#who))
    return 'none' in answered ? null : readJudgemeCount(answered.text)
  }

  get #who(): { shop_domain: string; api_token: string } {
    return { shop_domain: this.#wanted.domain, api_token: this.#wanted.token }
  }

  #ask(url: string): ReturnType<typeof fetchPage> {
    return fetchPage(this.#web, {
      shopId: this.#wanted.shopId,
      url,
      hosts: JUDGEME_HOSTS,
      maxBytes: largestPayloadBytes,
      until: this.#wanted.until,
    })
  }

  #add(row: string[]): void {
    const [id = ''] = row
    if (id !== '' && this.#ids.has(id)) return
    this.#ids.add(id)
    this.rows.push(row)
  }
}
