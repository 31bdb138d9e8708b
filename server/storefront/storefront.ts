import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { reviewBox } from '../../client/storefront/widgets/box.ts'
import { html, Html } from '../../client/storefront/widgets/html.ts'
import { jsonLd } from '../../client/storefront/widgets/json-ld.ts'
import { starBadge } from '../../client/storefront/widgets/stars.ts'
import type { Summary } from '../../client/storefront/widgets/shown.ts'
import type { Ctx } from '../context.ts'
import { InvalidInput, NotFound } from '../errors.ts'
import { refusalToWrite, type AuthorProof } from '../reviews/submit.ts'
import { assetPath, assets } from './assets.ts'
import { readChoice, type PageChoice } from './choice.ts'
import { throughCache } from './page-cache.ts'
import { readProductPage, type ProductPage } from './product-page.ts'
import { boxView, mannerOf, shownReviews, type Manner, type Writing } from './shown-page.ts'

/** An answer kept as bytes, so that a cached read copies nothing. */
export interface Answer {
  etag: string
  body: Buffer
  /** Made for the first reader who wants it. */
  readonly gzip: Buffer
}

/** GET /storefront/{shopDomain}/products/{handle}/reviews. */
export interface PublicPage {
  summary: Summary
  reviews: {
    id: string
    title: string
    content: string
    rate: number
    author: string
    createdAt: string
    verified: boolean
    /** Proven by an order, not only marked by the merchant. */
    verifiedByOrder: boolean
    incentivized: boolean
    media: { kind: 'image' | 'video'; url: string; thumbnailUrl: string | null; posterUrl: string | null; seconds: number; width: number; height: number }[]
    reply: { content: string; createdAt: string } | null
  }[]
  pageInfo: { endCursor: string | null; hasNextPage: boolean }
}

/**
 * The published reviews of a product as JSON (spec 6, headless).
 * @throws NotFound for an unknown product or while the app is off; InvalidInput for a malformed query
 */
export async function reviewsAnswer(ctx: Ctx, { handle, query }: { handle: string; query: unknown }): Promise<Answer> {
  const manner = await openManner(ctx)
  const choice = readChoice(query, { dialect: 'api', sort: manner.settings.sortingDefault })
  return kept(ctx, { kind: 'json', handle, choice }, (page) => answerOf(page, JSON.stringify(publicPage(ctx, manner, page))))
}

/** The review box of a product as a piece of HTML for the live module. Throws as reviewsAnswer(). */
export async function boxAnswer(ctx: Ctx, { handle, query }: { handle: string; query: unknown }): Promise<Answer> {
  const manner = await openManner(ctx)
  const choice = readChoice(query, { dialect: 'page', sort: manner.settings.sortingDefault })
  // The live module takes the reviews out of it; who may write is the page's own affair.
  const writing = await writingOf(ctx, { handle })
  return kept(ctx, { kind: 'box', handle, choice }, (page) => answerOf(page, reviewBox(boxView(ctx, manner, { page, choice, writing })).text))
}

/** The widgets of one product page, as markup to be put into it. Empty texts where nothing is to be shown. */
export interface ProductReviews {
  starsHtml: string
  boxHtml: string
  /** A whole script element. */
  jsonLd: string
  /** The style and the live module, for the page's head. */
  headTags: string
}

const nothing: ProductReviews = { starsHtml: '', boxHtml: '', jsonLd: '', headTags: '' }

export interface ShownProduct {
  handle: string
  /** Address of its page, for the structured data; else the shop's own. */
  url?: string
  /** The customer whom the platform says is signed in, and the path under which it forwards their calls. */
  customer?: { platformId: string; proxy: string } | undefined
}

/**
 * Renders the widgets of a product's page. The shopper's own address must never break the page: what is malformed in it
 * opens the first page.
 */
export async function renderProductReviews(ctx: Ctx, product: ShownProduct, query: unknown): Promise<ProductReviews> {
  if (!isShown(ctx)) return nothing
  const [manner, writing] = [await mannerOf(ctx), await writingOf(ctx, product)]
  const kind = `page ${product.url ?? ''} ${writing.refusal ?? ''} ${writing.proxy ?? ''}`
  const render = (choice: PageChoice) => kept(ctx, { kind, handle: product.handle, choice }, (page) => {
    const value = widgets(ctx, manner, { page, choice, writing, url: product.url })
    return { value, bytes: 2 * (value.starsHtml.length + value.boxHtml.length + value.jsonLd.length) }
  })
  const sort = manner.settings.sortingDefault
  try {
    return await render(readChoice(query, { dialect: 'page', sort }))
  } catch (error) {
    if (error instanceof NotFound) return nothing
    if (!(error instanceof InvalidInput)) throw error
    return render(readChoice({}, { dialect: 'page', sort }))
  }
}

/** Who may write is looked up where a signed-in customer must have bought the product; anything else follows from the setting. */
async function writingOf(ctx: Ctx, { handle, customer }: Pick<ShownProduct, 'handle' | 'customer'>): Promise<Writing> {
  const proof: AuthorProof = customer ? { kind: 'customer', platformCustomerId: customer.platformId } : { kind: 'none' }
  const refusal = await refusalToWrite(ctx, { proof, handle })
  return { refusal, proxy: customer?.proxy ?? null }
}

function widgets(ctx: Ctx, manner: Manner, { page, choice, writing, url }: { page: ProductPage; choice: PageChoice; writing: Writing; url: string | undefined }): ProductReviews {
  const view = boxView(ctx, manner, { page, choice, writing })
  const { title, image, description, handle } = page.product
  const data = manner.general.richSnippets && jsonLd({
    product: { name: title, url: url ?? ctx.platform.productUrl(ctx.shop, handle), image, description },
    summary: page.summary,
    reviews: view.reviews,
    aggregate: manner.general.enableAggregateRating,
  })
  return {
    starsHtml: starBadge(view).text,
    boxHtml: reviewBox(view).text,
    jsonLd: data ? `<script type="application/ld+json">${data}</script>` : '',
    headTags: headTags(ctx.origin),
  }
}

const tags: Record<string, string> = {}

/**
 * Returns the style and the live module of the widgets. The style stands in the page, as a stylesheet of its own would keep the
 * shop's page blank until it arrives, and widgets without their style would shift the page. Made once: every cached page holds it.
 */
function headTags(origin: string): string {
  return tags[origin] ??= html`<style>${new Html(assets()['candor.css'].body.toString())}</style><script type="module" async src="${origin}${assetPath('candor.js')}"></script>`.text
}

/** Whether the shop shows anything: the app is on and installed. */
export const isShown = (ctx: Ctx): boolean => ctx.shop.appStatus && ctx.shop.uninstalledAt === null

async function openManner(ctx: Ctx): Promise<Manner> {
  if (!isShown(ctx)) throw new NotFound()
  return mannerOf(ctx)
}

function kept<T extends object>(
  ctx: Ctx, { kind, handle, choice }: { kind: string; handle: string; choice: PageChoice }, make: (page: ProductPage) => { value: T; bytes: number },
): Promise<T> {
  const { shop } = ctx
  const rest = JSON.stringify([kind, handle, choice.first, choice.after, choice.sort, choice.rate, shop.settingsVersion, shop.version, shop.name, shop.primaryLocale])
  return throughCache({ shopId: shop.id, rest }, async () => {
    const page = await readProductPage(ctx, handle, choice)
    return { productId: page.product.id, ...make(page) }
  })
}

function answerOf(page: ProductPage, text: string): { value: Answer; bytes: number } {
  const body = Buffer.from(text)
  let gzip: Buffer | undefined
  const etag = `"${page.product.version}-${hash('sha256', body, 'base64url').slice(0, 12)}"`
  const value = { etag, body, get gzip() { return gzip ??= gzipSync(body) } }
  // With room for the zipped one.
  return { value, bytes: 2 * body.length }
}

function publicPage(ctx: Ctx, manner: Manner, page: ProductPage): PublicPage {
  // Clients of the API write dates and flags themselves.
  const general = { ...manner.general, hideReviewDate: true, enableCountryFlag: false }
  return {
    summary: page.summary,
    reviews: shownReviews(ctx, { ...manner, general }, page.reviews).map(({ date: _date, country: _country, verified, media, reply, ...review }) => ({
      ...review,
      verified: verified !== null,
      verifiedByOrder: verified === 'order',
      media: media.map(({ thumb, ...medium }) => ({ ...medium, thumbnailUrl: thumb })),
      reply: reply && { content: reply.content, createdAt: reply.createdAt },
    })),
    pageInfo: { endCursor: page.next, hasNextPage: page.next !== null },
  }
}
