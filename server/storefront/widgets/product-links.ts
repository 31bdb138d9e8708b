import type { Ctx } from '../../core/context.ts'
import type { RenderOptions } from './page-view.ts'

const maxRootChars = 60

/** Returns a product's page: in the folder of the page that links to it, or absolute. */
export const buildProductUrl = (ctx: Ctx, { root }: Pick<RenderOptions, 'root'>, handle: string): string =>
  root === null ? ctx.platform.productUrl(ctx.shop, handle) : `${root}products/${encodeURIComponent(handle)}`

/** Reads the folder of the shop's pages, for links inside the same site only. */
export const readRoot = (root: unknown): string | null =>
  typeof root === 'string' && root.length <= maxRootChars && /^\/(?:[\w-]+\/)*$/.test(root) ? root : null
