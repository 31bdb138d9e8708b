import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Ctx } from '../../core/context.ts'
import type { PageChoice } from './pages/choice.ts'
import type { PageData } from './pages/page-data.ts'

/** An answer kept as bytes, so that a cached read copies nothing. */
export interface CachedResponse {
  etag: string
  body: Buffer
  /** Made for the first reader who wants it. */
  readonly gzip: Buffer
}

/** Makes a text into an answer. */
export function buildResponse(text: string, version = 0): CachedResponse {
  const body = Buffer.from(text)
  let gzip: Buffer | undefined
  return {
    etag: `"${version}-${hash('sha256', body, 'base64url').slice(0, 12)}"`,
    body,
    get gzip() {
      return (gzip ??= gzipSync(body))
    },
  }
}

/** An answer for the cache of pages, with room for the zipped one. */
export function buildCachedPage(
  ctx: Ctx,
  data: PageData,
  text: string,
): { subjectId: string; bytes: number; value: CachedResponse } {
  const value = buildResponse(text, data.product?.version)
  return { subjectId: data.product?.id ?? ctx.shop.id, bytes: 2 * value.body.length, value }
}

/** Whether the shop shows anything: the app is on and installed. */
export const isStorefrontActive = (ctx: Ctx): boolean => ctx.shop.appStatus && ctx.shop.uninstalledAt === null

/** Writes all that a page depends on, but for its reviews. */
export function buildPageKey({ shop }: Ctx, choice: PageChoice, more: readonly unknown[]): string {
  return JSON.stringify([...more, choice, shop.settingsVersion, shop.version, shop.name, shop.primaryLocale])
}
