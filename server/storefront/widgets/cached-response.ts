import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Ctx } from '../../core/context.ts'
import type { PageChoice } from './pages/choice.ts'
import type { PageData } from './pages/page-data.ts'

/** A response stored as bytes, so that cached reads copy nothing. */
export interface CachedResponse {
  etag: string
  body: Buffer
  /** Compressed on first use. */
  readonly gzip: Buffer
}

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

/** Builds a cache entry that reserves room for the compressed body. */
export function buildCachedPage(
  ctx: Ctx,
  data: PageData,
  text: string,
): { subjectId: string; bytes: number; value: CachedResponse } {
  const value = buildResponse(text, data.product?.version)
  return { subjectId: data.product?.id ?? ctx.shop.id, bytes: 2 * value.body.length, value }
}

export const isStorefrontActive = (ctx: Ctx): boolean => ctx.shop.appStatus && ctx.shop.uninstalledAt === null

/** Returns a key of everything a page depends on except its reviews. */
export function buildPageKey({ shop }: Ctx, choice: PageChoice, more: readonly unknown[]): string {
  return JSON.stringify([...more, choice, shop.settingsVersion, shop.version, shop.name, shop.primaryLocale])
}
