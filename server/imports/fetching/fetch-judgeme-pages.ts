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

/** What came of asking for a page: one with more behind it, the last that is wanted, or none. */
export type JudgemeStep = 'page' | 'last' | PageFailure

interface Wanted {
  shopId: string
  domain: string
  token: string
  /** By the web's clock. */
  until: number
}

/** Reviews of a shop at Judge.me, page after page. */
export class JudgemeRun {
  /** Each once. */
  readonly rows: string[][] = []
  /** That were answered. */
  pages = 0
  readonly #ids = new Set<string>()
  readonly #web: WebPort
  readonly #wanted: Wanted
  #bytes = 0

  constructor(web: WebPort, wanted: Wanted) {
    this.#web = web
    this.#wanted = wanted
  }

  /** Asks for the next page. */
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
    // A page of nothing new is the last one, whatever its length.
    if (page.isLast || this.rows.length === before) return 'last'
    return this.#bytes > maxImportFileBytes ? 'spent' : 'page'
  }

  /** How many there are; null when Judge.me does not say. */
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
