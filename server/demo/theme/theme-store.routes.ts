import type { FastifyRequest } from 'fastify'
import { html } from '../../../client/storefront/widgets/html.ts'
import { NotFound } from '../../core/errors.ts'
import type { Parts } from '../../core/http/parts.ts'
import { catalogOf, type CatalogProduct } from '../catalog/catalog.ts'
import { sendRatings } from '../../storefront/ratings/ratings.ts'
import { storeShop } from '../store/store-shop.ts'
import { sendPage, type PageRoutes } from '../page-routes.ts'
import { openThemePage, printCardStars } from './liquid.ts'
import { readDemoMetafields } from './metafields.ts'
import {
  blockSections,
  productBlocks,
  productGrid,
  productSection,
  section,
  shelfBlocks,
  themePage,
  type ThemeView,
} from './theme-pages.ts'
import { themeWords } from './theme-words.ts'

const relatedProducts = 4
const featuredProducts = 2

/** Folders of languages and markets, and their language. */
const folders = { '': 'en', '/de': 'de', '/fr': 'fr', '/en-gb': 'en' } as const

type Folder = keyof typeof folders
type View = ThemeView & { all: CatalogProduct[]; listed: CatalogProduct[] }

interface Opening {
  folder: Folder
  pageType: string
  /** Products with blocks on the page, and those in cards. */
  products(all: CatalogProduct[]): CatalogProduct[]
  cards(all: CatalogProduct[]): CatalogProduct[]
}

/**
 * Routes of a shop with a theme of its own, at `/demo/theme`. Pages contain only what a real theme has: the extension's
 * Liquid from the stored metafields. Parameters change nothing.
 */
export async function themeStoreRoutes({ app, parts }: Pick<PageRoutes, 'app' | 'parts'>): Promise<void> {
  for (const folder of Object.keys(folders) as Folder[]) {
    app.get(`/demo/theme${folder}`, async (request, reply) => sendPage(reply, await homePage(parts, request, folder)))
    app.get<ProductRequest>(`/demo/theme${folder}/products/:handle`, async (request, reply) =>
      sendPage(reply, await productPage(parts, request, folder)),
    )
    app.get(`/demo/theme${folder}/collections/all`, async (request, reply) =>
      sendPage(reply, await collectionPage(parts, request, folder)),
    )
    app.get(`/demo/theme${folder}/pages/reviews`, async (request, reply) =>
      sendPage(reply, await reviewsPage(parts, request, folder)),
    )
  }
}

interface ProductRequest {
  Params: { handle: string }
  Querystring: { section_id?: string }
}

/** Writes changed values of the page's products to the metafields, and opens the page. */
async function openPage(
  parts: Parts,
  request: FastifyRequest,
  { folder, pageType, products, cards }: Opening,
): Promise<View> {
  const ctx = parts.contextOf(await storeShop(parts, request), { kind: 'shopper' })
  const db = ctx.access.acrossShops('the demo platform')
  const all = catalogOf(ctx.shop.shopifyDomain, ctx.origin)
  const [root, locale] = [`/demo/theme${folder}`, folders[folder]]
  const listed = cards(all)
  const path = new URL(request.url, 'http://x').pathname
  if (listed.length > 0) await sendRatings(ctx)
  const stars = new Map<string, string>()
  for (const { handle, platformId } of listed)
    stars.set(handle, await printCardStars(await readDemoMetafields(db, ctx.shop, platformId)))
  const print = await openThemePage(ctx, { pageType, path, root, locale }, products(all))
  return { root, locale, say: themeWords[locale], shopName: ctx.shop.name, print, stars, all, listed }
}

async function homePage(parts: Parts, request: FastifyRequest, folder: Folder): Promise<string> {
  const featured = (all: CatalogProduct[]) => all.slice(0, featuredProducts)
  const view = await openPage(parts, request, {
    folder,
    pageType: 'index',
    products: featured,
    cards: (all) => all.slice(featuredProducts, featuredProducts + relatedProducts),
  })
  const both = await Promise.all(
    featured(view.all).map((product, index) => productSection(view, product, `featured-${index + 1}`)),
  )
  return themePage(view, {
    title: view.shopName,
    pageClass: 'template-index',
    blocks: [...productBlocks, ...shelfBlocks],
    content: html`${section('banner', html`<div class="banner"><h1>${view.say.headline}</h1></div>`)}
      <h2 class="page-width section-title">${view.say.featured}</h2>${both}
      ${section('grid', productGrid(view, view.listed))}${await blockSections(view, shelfBlocks)}`,
  })
}

/** Returns a product's page, or its section alone, as for section rendering and quick views. */
async function productPage(parts: Parts, request: FastifyRequest<ProductRequest>, folder: Folder): Promise<string> {
  const own = (all: CatalogProduct[]) => all.filter(({ handle }) => handle === request.params.handle)
  const cards = (all: CatalogProduct[]) =>
    all.filter(({ kind }) => own(all).some((product) => product.kind === kind)).slice(0, relatedProducts)
  const view = await openPage(parts, request, { folder, pageType: 'product', products: own, cards })
  const [product] = own(view.all)
  if (!product) throw new NotFound('productMissing')
  const { section_id: asked } = request.query
  if (asked !== undefined && /^[\w-]{1,40}$/.test(asked)) return (await productSection(view, product, asked)).text
  const shelves = ['candor-carousel', 'candor-photos']
  return themePage(view, {
    title: `${product.title} – ${view.shopName}`,
    pageClass: 'template-product',
    blocks: [...productBlocks, ...shelves],
    content: html`${await productSection(view, product, 'main')}
      ${section('related', html`<h2 class="page-width section-title">${view.say.also}</h2>${productGrid(view, view.listed)}`)}${await blockSections(view, shelves)}`,
  })
}

async function collectionPage(parts: Parts, request: FastifyRequest, folder: Folder): Promise<string> {
  const view = await openPage(parts, request, {
    folder,
    pageType: 'collection',
    products: () => [],
    cards: (all) => all,
  })
  return themePage(view, {
    title: view.say.catalog,
    pageClass: 'template-collection',
    blocks: ['candor-carousel'],
    content: html`<h1 class="page-width section-title">${view.say.catalog}</h1>
      ${section('grid', productGrid(view, view.listed))}${await blockSections(view, ['candor-carousel'])}`,
  })
}

async function reviewsPage(parts: Parts, request: FastifyRequest, folder: Folder): Promise<string> {
  const view = await openPage(parts, request, { folder, pageType: 'page', products: () => [], cards: () => [] })
  return themePage(view, {
    title: view.say.reviews,
    pageClass: 'template-page',
    blocks: ['candor-all-reviews'],
    content: html`<h1 class="page-width section-title">${view.say.reviews}</h1>${await blockSections(view, ['candor-all-reviews'])}`,
  })
}
