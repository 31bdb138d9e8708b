import { buildListStyle, buildScriptTag, buildStyleTag } from './head-tags.ts'
import { iconStyles, optionalStyles } from '../../../client/storefront/widgets/box/box-style.ts'
import { PLACES } from '../../../client/storefront/widgets/shown.ts'
import {
  carouselPosition,
  subjectOf,
  WIDGETS,
  WIDGET_KEYS,
  type Widget,
  type WidgetKey,
} from '../../../client/storefront/widgets/widgets.ts'
import { pageLocale } from '../../../rules/translations.ts'
import type { ReviewBoxSettings } from '../../../rules/settings/review-box.ts'
import type { SettingKey, SettingValue } from '../../../rules/settings/settings.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput } from '../../core/errors.ts'
import { renderPushPrompt } from './push-prompt.ts'
import { findWritingRefusal, type AuthorProof } from '../../reviews/reviews/adding/submit.ts'
import { readBrandedSetting } from '../../shop/settings/branded-settings.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import {
  buildResponse,
  buildCachedPage,
  isStorefrontActive,
  buildPageKey,
  type CachedResponse,
} from './cached-response.ts'
import { readChoice, type PageChoice } from './pages/choice.ts'
import { fontTags } from '../../core/pages/fonts.ts'
import { isHandle } from '../../../rules/product-handle.ts'
import { readThroughCache, type Page } from './pages/page-cache.ts'
import { readPages, type PageData, type PageRead } from './pages/page-data.ts'
import {
  readRenderOptions,
  buildOwnFormParts,
  buildPageView,
  describeRenderOptions,
  buildWidgetUrl,
  type RenderOptions,
  type Spot,
  type WriteAccess,
} from './page-view.ts'
import { readPortalView } from '../portal/portal.ts'
import type { SignedCustomer } from './shopper-proof.ts'
import { readRoot } from './product-links.ts'
import { buildStructuredData } from './structured-data.ts'
import type { PickQuery } from './pages/picks.ts'
import { everyPage, listShownWidgets } from './shown-widgets.ts'
import { testimonialQuery, type TestimonialQuery } from './pages/testimonials.ts'

/** Markup by widget; empty or missing if nothing is shown. */
export type WidgetMarkup = Partial<Record<WidgetKey, string>>

/** A page of a shop's theme and its widgets. */
export interface ShopPage extends Spot {
  keys: readonly WidgetKey[]
  /** The page's path in the shop, for widgets limited to some pages. */
  path?: string
  /** The signed-in customer, proven by the platform. */
  customer?: SignedCustomer | undefined
  /** The page's query: the shopper's choice of reviews. */
  query?: unknown
  /** Products that the page lists, and the widgets of each. */
  listed?: { keys: readonly WidgetKey[]; handles: readonly string[] }
}

export interface PageWidgets {
  markup: WidgetMarkup
  listed: ReadonlyMap<string, WidgetMarkup>
  /** A whole script element. */
  jsonLd: string
  /** Styles and live modules of the page's widgets, for its head. */
  headTags: string
  carousels: ReturnType<typeof carouselPosition>
  /** Position of the review box on a product page. `custom` starts below the product, and its script moves it. */
  boxPosition: ReviewBoxSettings['inlinePosition']
  /** Prompts a signed-in customer for push notifications; at the end of the page. Empty while Web Push is off. */
  pushPrompt: string
}

/** Widgets of one page about the same product, or the whole shop. */
interface Group extends Spot {
  keys: readonly WidgetKey[]
  choice: PageChoice
  writing: WriteAccess | null
  testimonials?: TestimonialQuery | undefined
  /** Set for widgets that ignore the shopper's choice. */
  picks?: PickQuery
  isListed?: boolean
  /** Includes the product's offer in the structured data. */
  withOffer?: boolean
}

interface RenderedGroup {
  markup: WidgetMarkup
  jsonLd: string
}

/**
 * Renders all widgets of a page, with one statement for everything that isn't cached. Malformed query parameters never
 * break the page: they open the first page.
 */
export async function renderWidgets(ctx: Ctx, page: ShopPage): Promise<PageWidgets> {
  const nothing: PageWidgets = {
    markup: {},
    listed: new Map(),
    jsonLd: '',
    headTags: '',
    carousels: 'hidden',
    boxPosition: 'belowProduct',
    pushPrompt: '',
  }
  if (!isStorefrontActive(ctx)) return nothing
  const renderOptions = await readRenderOptions(ctx)
  const firstPage = readChoice({}, { dialect: 'page', sort: renderOptions.settings.sortingDefault })
  const { place, path = null } = page
  const own = await groupsOf(ctx, renderOptions, {
    ...page,
    keys: await listShownWidgets(ctx, page.keys, { place, path, isListed: false }),
  })
  const handles = [...new Set(page.listed?.handles ?? [])]
  const listKeys = await listShownWidgets(ctx, page.listed?.keys ?? [], { place, path, isListed: true })
  const listPlace = place === 'home' ? 'home' : 'catalog'
  const listed = handles.map((handle): Group => ({
    place: listPlace,
    handle,
    keys: listKeys.filter((key) => subjectOf(key, listPlace, handle) === 'product'),
    choice: firstPage,
    writing: null,
    isListed: true,
  }))
  const render = async (query: unknown) =>
    renderGroups(ctx, renderOptions, [
      ...own.map((group) => (group.picks ? group : { ...group, choice: choiceOf(query, group.choice) })),
      ...listed,
    ])
  const rendered = await render(page.query).catch((error: unknown) => {
    // Only reading reveals a cursor of another order.
    if (error instanceof InvalidInput) return render({})
    throw error
  })
  const markup = Object.assign(
    {},
    ...rendered.slice(0, own.length).map((group) => group?.markup),
    await renderPersonal(ctx, renderOptions, page),
  ) as WidgetMarkup
  const cards = rendered.slice(own.length).map((group) => group?.markup ?? {})
  const carousels = carouselPosition(await readSetting(ctx, 'carousel'), place)
  const standing = WIDGET_KEYS.filter((key) => [markup, ...cards].some((each) => each[key]))
  const hasBox = standing.some((key) => rowOf(key).hasOptionalStyles)
  const looks = [
    ...iconStyles(renderOptions.settings.starIconType, (await readSetting(ctx, 'starRating')).floatButton.icon),
    ...(hasBox ? optionalStyles(renderOptions) : []),
  ]
  const handle = page.place === 'product' ? page.handle : null
  return {
    markup,
    listed: new Map(handles.map((handle, index) => [handle, cards[index] ?? {}])),
    jsonLd: rendered.find((group) => group?.jsonLd)?.jsonLd ?? '',
    headTags: `${buildStyleTag(standing, looks)}${standing.length > 0 ? buildScriptTag(ctx, handle) : ''}${standing.length > 0 ? fontTags(ctx.origin, renderOptions.settings.font) : ''}${cards.some((card) => card.starRating) ? await buildListStyle(ctx) : ''}`,
    carousels,
    boxPosition: renderOptions.settings.inlinePosition,
    pushPrompt: page.customer ? await renderPushPrompt(ctx, page.customer.proxy) : '',
  }
}

function choiceOf(query: unknown, firstPage: PageChoice): PageChoice {
  try {
    return readChoice(query ?? {}, { dialect: 'page', ...firstPage })
  } catch (error) {
    if (error instanceof InvalidInput) return firstPage
    throw error
  }
}

/** Groups the page's widgets by subject, without personal ones. `choice` applies to the first page. */
async function groupsOf(
  ctx: Ctx,
  renderOptions: RenderOptions,
  { place, handle, keys, customer }: ShopPage,
): Promise<Group[]> {
  const about = (subject: 'product' | 'shop') =>
    keys.filter((key) => !isPersonal(key) && !rowOf(key).picks && subjectOf(key, place, handle) === subject)
  const picking = keys.filter((key) => rowOf(key).picks && subjectOf(key, place, null) === 'shop')
  const choice = (of: readonly WidgetKey[]) => firstPageOf(ctx, renderOptions, of)
  const groups: Group[] = [
    {
      place,
      handle,
      keys: about('product'),
      choice: await choice(about('product')),
      writing: await readWriteAccess(ctx, about('product'), { handle, customer }),
      withOffer: renderOptions.general.richSnippetProduct && place === 'product',
    },
    {
      place,
      handle: null,
      keys: about('shop'),
      choice: await choice(about('shop')),
      writing: null,
      testimonials: about('shop').includes('testimonials')
        ? testimonialQuery(await readSetting(ctx, 'testimonials'))
        : undefined,
    },
  ]
  const picked = await Promise.all(
    picking.map(async (key): Promise<Group> => ({
      place,
      handle: null,
      keys: [key],
      choice: await choice([]),
      writing: null,
      ...(await picksOf(ctx, key)),
    })),
  )
  return [...groups.filter((group) => group.keys.length > 0), ...picked]
}

async function picksOf(ctx: Ctx, key: WidgetKey): Promise<{ picks?: PickQuery }> {
  const row = rowOf(key)
  const picks = row.picks?.(await readSetting(ctx, row.document))
  return picks ? { picks } : {}
}

/** Returns the choice before a shopper makes one. The page of all reviews has its own order and size. */
async function firstPageOf(ctx: Ctx, { settings }: RenderOptions, keys: readonly WidgetKey[]): Promise<PageChoice> {
  if (!keys.includes('allReviews'))
    return readChoice({}, { dialect: 'page', sort: settings.sortingDefault, first: settings.perPage })
  const { sortingDefault: sort, perPage: first } = await readSetting(ctx, 'allReviews')
  return readChoice({}, { dialect: 'page', sort, first })
}

/** Whether a widget shows data of one customer: it is rendered for them and never cached. */
export const isPersonal = (key: WidgetKey): boolean => rowOf(key).reads.includes('portal')

async function renderPersonal(
  ctx: Ctx,
  renderOptions: RenderOptions,
  { place, keys, customer }: Pick<ShopPage, 'place' | 'keys' | 'customer'>,
): Promise<WidgetMarkup> {
  const shown = keys.filter((key) => isPersonal(key) && subjectOf(key, place, null) === 'shop')
  const settings = await readSetting(ctx, 'customerPortalReviews')
  if (!customer || !settings.enabled || shown.length === 0) return {}
  const nothing: PageData = {
    product: null,
    summary: { count: 0, average: 0, histogram: { 5: 0, 4: 0, 3: 0, 2: 0, 1: 0 } },
    reviews: [],
    testimonials: [],
    next: null,
  }
  const choice = await firstPageOf(ctx, renderOptions, [])
  const view = {
    ...buildPageView(ctx, renderOptions, { place, data: nothing, choice, writing: null }),
    source: '',
    portal: await readPortalView(ctx, renderOptions, customer),
    settings,
  }
  return Object.fromEntries(shown.map((key) => [key, rowOf(key).template(view).text]))
}

/** Checks a purchase only where the shop requires one; otherwise the setting decides. */
async function readWriteAccess(
  ctx: Ctx,
  keys: readonly WidgetKey[],
  { handle, customer }: Pick<ShopPage, 'handle' | 'customer'>,
): Promise<WriteAccess | null> {
  if (handle === null || !isHandle(handle) || !keys.some((key) => rowOf(key).reads.includes('form'))) return null
  const proof: AuthorProof = customer ? { kind: 'customer', platformCustomerId: customer.platformId } : { kind: 'none' }
  return { refusal: await findWritingRefusal(ctx, { proof, handle }), proxy: customer?.proxy ?? null }
}

const rowOf = (key: WidgetKey): Widget => WIDGETS[key]

const readOf = ({ handle, keys, choice, testimonials, picks, withOffer }: Group): PageRead => ({
  handle,
  parts: [...new Set(keys.flatMap((key) => rowOf(key).reads))],
  choice,
  testimonials,
  picks,
  withOffer,
})

async function renderGroups(
  ctx: Ctx,
  renderOptions: RenderOptions,
  groups: readonly Group[],
): Promise<(RenderedGroup | null)[]> {
  const rests = groups.map(({ place, handle, keys, choice, writing, isListed, withOffer }) =>
    buildPageKey(ctx, choice, ['page', place, handle, keys, writing, isListed, withOffer]),
  )
  return readThroughCache(ctx.shop.id, rests, async (missing) => {
    const asked = missing.flatMap((index) => groups[index] ?? [])
    const found = await readGroups(ctx, asked)
    return Promise.all(
      asked.map(async (group, index): Promise<Page<RenderedGroup> | null> => {
        const data = found[index]
        if (!data) return null
        const value = await renderGroup(ctx, renderOptions, { group, data })
        const chars = Object.values(value.markup).reduce((sum, text) => sum + text.length, value.jsonLd.length)
        return { subjectId: data.product?.id ?? ctx.shop.id, bytes: 2 * chars, value }
      }),
    )
  })
}

/** Reads the data of groups in one statement. Combines products that show only a summary. */
async function readGroups(ctx: Ctx, groups: readonly Group[]): Promise<(PageData | undefined)[]> {
  const reads = groups.map(readOf)
  const isBrief = ({ handle, parts, withOffer }: PageRead) =>
    handle !== null && !withOffer && !parts.includes('reviews')
  const brief = reads.filter(isBrief)
  const handles = brief.flatMap(({ handle }) => handle ?? [])
  const whole = reads.filter((read) => !isBrief(read))
  const pages = await readPages(ctx, [...whole, ...brief.slice(0, 1).map((read) => ({ ...read, handle: handles }))])
  const byHandle = new Map(pages[whole.length]?.map((data) => [data.product?.handle, data]))
  return reads.map((read) =>
    isBrief(read) && typeof read.handle === 'string' ? byHandle.get(read.handle) : pages[whole.indexOf(read)]?.[0],
  )
}

async function renderGroup(
  ctx: Ctx,
  renderOptions: RenderOptions,
  { group, data }: { group: Group; data: PageData },
): Promise<RenderedGroup> {
  const view = { ...buildPageView(ctx, renderOptions, { ...group, data }), isListed: group.isListed === true }
  const markup: WidgetMarkup = {}
  for (const key of group.keys) {
    const row = rowOf(key)
    const form =
      key === 'submitForm' && view.form
        ? { ...view.form, ...buildOwnFormParts(ctx, renderOptions, await readSetting(ctx, 'submitForm')) }
        : view.form
    markup[key] = row.template({
      ...view,
      form,
      settings: await shownSettings(ctx, renderOptions, row),
      source: buildWidgetUrl(ctx, key, group),
    }).text
  }
  const text =
    group.place === 'product' ? buildStructuredData(ctx, renderOptions, { data, reviews: view.reviews }) : null
  return { markup, jsonLd: text ? `<script type="application/ld+json">${text}</script>` : '' }
}

/** Returns a widget's settings for its template, with the brand and absolute picture addresses. */
async function shownSettings(
  ctx: Ctx,
  renderOptions: RenderOptions,
  { document }: Widget,
): Promise<SettingValue<SettingKey>> {
  if (document === 'reviewBox') return renderOptions.settings
  const settings = await readBrandedSetting(ctx, document)
  return 'posts' in settings
    ? { ...settings, posts: settings.posts.map((post) => ({ ...post, image: `${ctx.origin}${post.image}` })) }
    : settings
}

/** An empty fragment takes no room in the page. */
export const emptyFragment = buildResponse('')

export const isWidgetKey = (key: string): key is WidgetKey => Object.hasOwn(WIDGETS, key)

/** Returns a context that renders in another language, or the primary one if unknown. It can't open a transaction. */
export function withLocale(ctx: Ctx, locale: unknown): Ctx {
  if (typeof locale !== 'string' || locale === ctx.shop.primaryLocale) return ctx
  const primaryLocale = pageLocale(locale, ctx.shop.translatedInto)
  return primaryLocale ? { ...ctx, pageLocale: primaryLocale, shop: { ...ctx.shop, primaryLocale } } : ctx
}

interface FragmentRequest {
  query: Readonly<Record<string, unknown>>
  customer?: SignedCustomer | undefined
  /** For HTML that is stored in a theme: ignores page lists and writes absolute dates. */
  isKept?: boolean
}

/**
 * Renders one widget as a fragment. Empty for an unknown widget or product, at a place without this widget, or while
 * the app is off. Also empty for a personal widget without a signed-in customer.
 * @throws InvalidInput for a malformed choice of reviews
 */
export async function renderFragment(
  ctx: Ctx,
  key: string,
  { query, customer, isKept = false }: FragmentRequest,
): Promise<CachedResponse> {
  const place = PLACES.find((known) => known === (query['page'] ?? 'product'))
  const handle = query['product'] || null
  if (!isStorefrontActive(ctx) || !isWidgetKey(key) || !place || (handle !== null && typeof handle !== 'string'))
    return emptyFragment
  const found = { ...(await readRenderOptions(ctx)), root: readRoot(query['root']) }
  const renderOptions = isKept ? describeRenderOptions(found) : found
  if (isPersonal(key))
    return buildResponse((await renderPersonal(ctx, renderOptions, { place, keys: [key], customer }))[key] ?? '')
  // The live module takes only reviews from the fragment, so write access isn't checked.
  const path = typeof query['path'] === 'string' ? query['path'] : null
  const keys = await listShownWidgets(ctx, [key], {
    place,
    path: isKept ? everyPage : path,
    isListed: handle !== null && place !== 'product' && place !== 'reviews',
  })
  const [subject] = await groupsOf(ctx, renderOptions, { place, handle, keys })
  const choice = readChoice(query, {
    dialect: 'page',
    ...(subject?.choice ?? { sort: renderOptions.settings.sortingDefault }),
  })
  if (!subject) return emptyFragment
  const group = subject.picks ? subject : { ...subject, choice }
  const isFirst = Object.keys(query).every((name) => !name.startsWith('candor_') || name === 'candor_first')
  const [answer] = await readThroughCache(
    ctx.shop.id,
    [
      buildPageKey(ctx, group.choice, [
        'fragment',
        key,
        place,
        group.handle,
        group.writing,
        isFirst,
        isKept,
        found.root,
      ]),
    ],
    async () => {
      const [data] = await readGroups(ctx, [group])
      if (!data) return [null]
      const { markup, jsonLd } = await renderGroup(ctx, renderOptions, { group, data })
      // Structured data shows the page before any choice.
      return [
        buildCachedPage(
          ctx,
          data,
          markup[key]
            ? `${fontTags(ctx.origin, renderOptions.settings.font)}${markup[key]}${key === 'reviewBox' && isFirst ? jsonLd : ''}`
            : '',
        ),
      ]
    },
  )
  return answer ?? emptyFragment
}
