import type { FastifyReply, FastifyRequest } from 'fastify'
import { formatMessage } from '../../../rules/messages.ts'
import { THEME_BLOCKS, type ThemeWidget } from '../../../rules/theme-blocks.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, NotFound } from '../../core/errors.ts'
import { renderWidgets, type PageWidgets, type ShopPage } from '../../storefront/widgets/widgets.ts'
import type { Html } from '../../core/html.ts'
import { offerSurvey, readSurvey } from '../../requests/survey/survey.ts'
import { renderSurvey } from '../../requests/survey/survey-pages.ts'
import { catalogOf, type CatalogProduct } from '../catalog/catalog.ts'
import { demoShop, placeOrderAndNotify } from '../demo-api.routes.ts'
import { localeOf } from '../locale.ts'
import { findDemoOrder, listDemoOrders } from '../orders/orders.ts'
import { demoCustomers, proxyPrefix, sessionCookieOf, signedIn, type DemoShopper } from './shopper.ts'
import { renderBlocks, type LiquidPage } from '../theme/liquid.ts'
import { readDemoMetafields } from '../theme/metafields.ts'
import { placeBlock, readPlacedBlocks } from '../theme/theme-values.ts'
import { storeShop } from './store-shop.ts'
import { sendPage, type PageRoutes } from '../page-routes.ts'
import { accountPage, thanksPage } from '../pages/account-pages.ts'
import { checkoutPage, homePage, productPage, reviewsPage } from '../pages/store-pages.ts'
import { kinds, productHref, reviewsHref } from '../pages/store-parts.ts'

const relatedProducts = 4
const ordersRead = 200
/** Delivered orders from which the demo picks a customer. */
const relatedOrders = 60
const sampleCustomer = { email: 'ada@shopper.test', firstName: 'Ada', lastName: 'Lindqvist' }
const cookieName = 'candor-demo-shopper'
const codeCookie = 'candor-demo-code'

const pathOf = (request: FastifyRequest): string => new URL(request.url, 'http://x').pathname

const shelfBlocks = [
  'testimonials',
  'reviewCarousel',
  'galleryCarousel',
  'instagramWidget',
  'reviewPopup',
  'reviewSidebar',
] as const
/** Collection pages of a theme leave out these blocks of the home page. */
const collectionBlocks = shelfBlocks.filter((key) => key !== 'testimonials' && key !== 'instagramWidget')
const productBlocks = [
  'starRating',
  'reviewBox',
  'submitForm',
  'reviewCarousel',
  'galleryCarousel',
  'reviewPopup',
  'reviewSidebar',
] as const

const portal = ['customerPortalReviews'] as const

/** A page of the store for each template of the theme. */
const templatePages: Partial<Record<string, string>> = {
  product: productHref('hillside-mug'),
  page: reviewsHref,
  'customers/account': '/demo/store/account',
}

interface CheckoutInput {
  handle?: string
  variant?: string
  quantity?: string
  email?: string
  firstName?: string
  lastName?: string
  discountCode?: string
}

function readAppliedCode({ headers }: FastifyRequest): string {
  const [, code = ''] = new RegExp(`(?:^|; )${codeCookie}=([\\w%-]+)`).exec(headers.cookie ?? '') ?? []
  return code
}

export async function codeRoutes({ app }: PageRoutes): Promise<void> {
  /** Applies a code to the next checkout, as the real platform does for this path. */
  app.get<{ Params: { code: string }; Querystring: { redirect?: string } }>(
    '/demo/store/discount/:code',
    async ({ params, query: { redirect = '' } }, reply) =>
      reply
        .header(
          'set-cookie',
          `${codeCookie}=${encodeURIComponent(params.code)}; Path=/demo/store; HttpOnly; SameSite=Lax`,
        )
        .redirect(/^\/demo\/store(?:\/[\w/-]*)?$/.test(redirect) ? redirect : '/demo/store', 303),
  )
}

/** Routes of a small shop: shelves, products with reviews, a one-page checkout, and the shopper's orders. */
export async function storeRoutes(routes: PageRoutes): Promise<void> {
  const store = createStore(routes.parts)
  for (const register of [themeRoutes, homeRoutes, productRoutes, reviewsRoutes, checkoutRoutes, accountRoutes])
    register({ ...routes, store })
}

type Store = ReturnType<typeof createStore>
type StoreRoutes = PageRoutes & { store: Store }

function createStore(parts: PageRoutes['parts']) {
  const db = parts.deps.access.acrossShops('the demo platform')
  const customerOf = (request: FastifyRequest) => {
    const shopper = signedIn(parts.deps.env.SHOPIFY_API_SECRET, request)
    return shopper ? { platformId: shopper.customerId, proxy: proxyPrefix } : undefined
  }
  /** Returns whether the theme shows a widget on pages of a template. Without the demo's shops, the theme has all. */
  const placedWidgets = async ({ shop }: Ctx, template: string) => {
    const hasBlock = shop.id === (await demoShop(parts)).id ? () => true : await readPlacedBlocks(db, shop)
    return (widget: ThemeWidget) => {
      const { handle, template: own } = THEME_BLOCKS[widget]
      // A box has the form's button, too.
      if (widget === 'submitForm' && hasBlock(template, THEME_BLOCKS.reviewBox.handle)) return false
      return hasBlock(own === null ? null : template, handle)
    }
  }
  /** Renders a page's widgets: the extension's Liquid as in any shop, plus the server's parts for this reader. */
  const widgetsOf = async (ctx: Ctx, wanted: ShopPage, whole: LiquidPage): Promise<PageWidgets> => {
    const isPlaced = await placedWidgets(ctx, whole.pageType)
    const liquid = { ...whole, blocks: whole.blocks.filter(isPlaced) }
    const { listed, ...others } = wanted
    const page = { ...others, keys: wanted.keys.filter(isPlaced), ...(isPlaced('starRating') && listed && { listed }) }
    const widgets = await renderWidgets(ctx, page)
    const isOfReader =
      page.customer !== undefined || Object.keys(page.query ?? {}).some((name) => name.startsWith('candor_'))
    const blocks = await renderBlocks(ctx, {
      ...liquid,
      blocks: isOfReader
        ? liquid.blocks.filter((widget) => widget !== 'reviewBox' && widget !== 'submitForm' && widget !== 'allReviews')
        : liquid.blocks,
    })
    // The box includes its own structured data.
    return { ...widgets, markup: { ...widgets.markup, ...blocks }, ...(blocks.reviewBox && { jsonLd: '' }) }
  }
  const context = async (request: FastifyRequest) =>
    parts.contextOf(await storeShop(parts, request), { kind: 'shopper' })

  return { db, context, customerOf, placedWidgets, widgetsOf }
}

function themeRoutes({ app, parts, store: { db } }: StoreRoutes): void {
  /** Stands in for the platform's theme editor: adds the block of a deep link, and shows it. */
  app.get<{ Querystring: { block?: string } }>('/demo/store/add-block', async (request, reply) => {
    const block = Object.values(THEME_BLOCKS).find(({ handle }) => handle === request.query.block)
    if (!block) throw new NotFound()
    await placeBlock(db, await storeShop(parts, request), block)
    return reply.redirect(templatePages[block.template ?? 'index'] ?? '/demo/store', 303)
  })
}

function homeRoutes({ app, around, store: { context, customerOf, widgetsOf } }: StoreRoutes): void {
  app.get<{ Querystring: { kind?: string } }>('/demo/store', async (request, reply) => {
    const kind = kinds.find((known) => known === request.query.kind) ?? null
    const ctx = await context(request)
    const products = listProducts(ctx).filter((product) => kind === null || product.kind === kind)
    const listed = { keys: ['starRating' as const], handles: products.map(({ handle }) => handle) }
    const [surroundings, widgets] = await Promise.all([
      around(request, 'store'),
      widgetsOf(
        ctx,
        {
          place: kind ? 'catalog' : 'home',
          handle: null,
          keys: shelfBlocks,
          path: request.url,
          listed,
          customer: customerOf(request),
        },
        {
          pageType: kind ? 'collection' : 'index',
          path: pathOf(request),
          locale: localeOf(request),
          blocks: kind ? collectionBlocks : shelfBlocks,
        },
      ),
    ])
    return sendPage(reply, homePage(surroundings, { products, kind, widgets }))
  })
}

function productRoutes({ app, around, store: { db, context, customerOf, widgetsOf } }: StoreRoutes): void {
  app.get<{ Params: { handle: string } }>('/demo/store/products/:handle', async (request, reply) => {
    const ctx = await context(request)
    const products = listProducts(ctx)
    const product = productOf(products, request.params.handle)
    const more = products
      .filter(({ kind, handle }) => kind === product.kind && handle !== product.handle)
      .slice(0, relatedProducts)
    const [surroundings, widgets] = await Promise.all([
      around(request, 'store'),
      widgetsOf(
        ctx,
        {
          place: 'product',
          handle: product.handle,
          keys: productBlocks,
          path: request.url,
          query: request.query,
          customer: customerOf(request),
          listed: { keys: ['starRating'], handles: more.map(({ handle }) => handle) },
        },
        { pageType: 'product', path: pathOf(request), locale: localeOf(request), blocks: productBlocks, product },
      ),
    ])
    return sendPage(
      reply,
      productPage(surroundings, {
        product,
        widgets,
        more,
        metafields: await readDemoMetafields(db, ctx.shop, product.platformId),
      }),
    )
  })
}

function reviewsRoutes({ app, around, store: { context, widgetsOf } }: StoreRoutes): void {
  app.get(reviewsHref, async (request, reply) => {
    const [surroundings, widgets] = await Promise.all([
      around(request, 'store'),
      widgetsOf(
        await context(request),
        {
          place: 'reviews',
          handle: null,
          keys: ['starRating', 'allReviews', 'reviewPopup'],
          path: request.url,
          query: request.query,
        },
        { pageType: 'page', path: pathOf(request), locale: localeOf(request), blocks: ['allReviews', 'reviewPopup'] },
      ),
    ])
    return sendPage(reply, reviewsPage(surroundings, widgets))
  })
}

function checkoutRoutes({ app, parts, around, store: { context } }: StoreRoutes): void {
  const checkout = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { input, problems }: { input: CheckoutInput; problems: Record<string, string> },
  ) => {
    const [surroundings, products] = [await around(request, 'store'), listProducts(await context(request))]
    const { email, firstName, lastName, discountCode = readAppliedCode(request) } = { ...sampleCustomer, ...input }
    const quantity = Number(input.quantity)
    return sendPage(
      reply,
      checkoutPage(surroundings, {
        product: productOf(products, input.handle ?? ''),
        variantId: input.variant ?? '',
        problems,
        values: { email, firstName, lastName, discountCode },
        quantity: Number.isInteger(quantity) && quantity >= 1 && quantity <= 99 ? quantity : 1,
      }),
    )
  }
  app.get<{ Querystring: CheckoutInput }>('/demo/store/checkout', async (request, reply) =>
    checkout(request, reply, { input: request.query, problems: {} }),
  )

  app.post<{ Body: CheckoutInput | undefined }>('/demo/store/checkout', async (request, reply) => {
    const input = request.body ?? {}
    const items = [{ handle: input.handle, quantity: input.quantity, variantId: input.variant }]
    try {
      const order = await placeOrderAndNotify(parts, app, {
        input: { ...input, locale: localeOf(request), items },
        shop: await storeShop(parts, request),
      })
      reply.header(
        'set-cookie',
        `${cookieName}=${encodeURIComponent(order.email)}; Path=/demo/store; HttpOnly; SameSite=Lax`,
      )
      return await reply.redirect(`/demo/store/orders/${order.id}`, 303)
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error
      const problems = Object.fromEntries(
        Object.entries(error.fields).map(([path, problem]) => [
          path in sampleCustomer || path === 'discountCode' ? path : 'order',
          typeof problem === 'string' ? formatMessage(problem) : formatMessage(problem.code, problem.params),
        ]),
      )
      return checkout(request, reply.status(422), { input, problems })
    }
  })
}

function accountRoutes({ app, parts, around, store: { db, context, placedWidgets } }: StoreRoutes): void {
  app.get<{ Params: { id: string } }>('/demo/store/orders/:id', async (request, reply) => {
    const order = await findDemoOrder(db, request.params.id)
    const survey = await thankYouSurvey(await context(request), order.id, localeOf(request))
    return sendPage(reply, thanksPage(await around(request, 'store'), { order, survey }))
  })

  app.get<{ Querystring: { email?: string } }>('/demo/store/account', async (request, reply) => {
    const ctx = await context(request)
    const secret = parts.deps.env.SHOPIFY_API_SECRET
    const all = await listDemoOrders(db, ctx.shop.shopifyDomain, ordersRead)
    const asked = typeof request.query.email === 'string' ? request.query.email : null
    const signed = asked === null ? signedIn(secret, request) : null
    const { email, shopper } = await accountOf(ctx, {
      signed,
      email: (asked ?? shopperOf(request))?.toLowerCase() ?? all[0]?.email ?? null,
    })
    // Signs the visitor in as that customer: a demo has no passwords.
    if (shopper && !signed) reply.header('set-cookie', sessionCookieOf(secret, shopper))
    const orders = all.filter((order) => order.email === email)
    const others = [...new Set(all.map((order) => order.email))].filter((other) => other !== email)
    const customer = shopper ? { platformId: shopper.customerId, proxy: proxyPrefix } : undefined
    const isPlaced = await placedWidgets(ctx, 'customers/account')
    const [surroundings, widgets] = await Promise.all([
      around(request, 'store'),
      renderWidgets(ctx, { place: 'account', handle: null, keys: portal.filter(isPlaced), customer }),
    ])
    return sendPage(
      reply,
      accountPage({ ...surroundings, shopper: shopper?.name ?? null }, { email, orders, widgets, others }),
    )
  })
}

/** Renders the survey as the extension shows it on the platform's thank-you page; its form posts to the same address. */
async function thankYouSurvey(ctx: Ctx, order: string, locale: string): Promise<Html | null> {
  const asked = { order, channel: 'thankYou' } as const
  const url = await offerSurvey(ctx, asked)
  if (!url) return null
  const shown = await readSurvey(ctx, asked, locale)
  return shown.state === 'open' ? renderSurvey(ctx, shown, { locale, action: new URL(url).pathname }) : null
}

/** Returns the customer of the account: signed in, by address, or one with written and open reviews. */
async function accountOf(
  ctx: Ctx,
  { signed, email }: { signed: DemoShopper | null; email: string | null },
): Promise<{ email: string | null; shopper: DemoShopper | null }> {
  const isAnybody = !signed && email === null
  const sent = isAnybody
    ? await ctx.db.order.findMany({
        where: { shopId: ctx.shop.id, cancelledAt: null, deliveredAt: { not: null } },
        orderBy: { createdAt: 'desc' },
        take: relatedOrders,
        select: { email: true },
      })
    : []
  const emails = sent.length > 0 ? { in: sent.map((order) => order.email) } : undefined
  const where = {
    shopId: ctx.shop.id,
    platformId: signed?.customerId ?? { not: null },
    ...(!signed && email !== null && { email }),
    ...(emails && { email: emails }),
  }
  const found = await ctx.db.customer.findFirst({
    where,
    orderBy: [{ reviews: { _count: 'desc' } }, { id: 'asc' }],
    select: { platformId: true, email: true },
  })
  const [shopper = null] = found?.platformId ? await demoCustomers(ctx, { customerId: found.platformId }) : []
  return { email: found?.email ?? email, shopper: signed ?? shopper }
}

const listProducts = (ctx: Ctx): CatalogProduct[] => catalogOf(ctx.shop.shopifyDomain, ctx.origin)

function productOf(products: readonly CatalogProduct[], handle: string): CatalogProduct {
  const product = products.find((candidate) => candidate.handle === handle)
  if (!product) throw new NotFound('productMissing')
  return product
}

function shopperOf(request: FastifyRequest): string | null {
  const [, value] = new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(request.headers.cookie ?? '') ?? []
  try {
    return value === undefined ? null : decodeURIComponent(value)
  } catch {
    return null
  }
}
