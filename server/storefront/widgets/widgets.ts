import { iconStyles, optionalStyles, type OptionalStyle } from '../../../client/storefront/widgets/box/box-style.ts'
import { customStyle } from '../../../client/storefront/widgets/custom-css.ts'
import { html, Html } from '../../../client/storefront/widgets/html.ts'
import { PLACES } from '../../../client/storefront/widgets/shown.ts'
import {
  carouselPosition,
  scriptsOf,
  stylesOf,
  subjectOf,
  viewsScript,
  WIDGETS,
  WIDGET_KEYS,
  type Widget,
  type WidgetKey,
} from '../../../client/storefront/widgets/widgets.ts'
import { matchLocale } from '../../../rules/locales.ts'
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
import { listScriptPaths, styleText } from '../../core/pages/assets.ts'
import { readChoice, type PageChoice } from './pages/choice.ts'
import { fontTags } from './fonts.ts'
import { isHandle } from '../../../rules/product-handle.ts'
import { readThroughCache, type Page } from './pages/page-cache.ts'
import { readPages, type PageData, type PageRead } from './pages/page-data.ts'
import {
  readRenderOptions,
  buildOwnFormParts,
  buildPageView,
  buildWidgetUrl,
  type RenderOptions,
  type Spot,
  type WriteAccess,
} from './page-view.ts'
import { readPortalView } from '../portal/portal.ts'
import type { SignedCustomer } from './shopper-proof.ts'
import { buildStructuredData } from './structured-data.ts'
import type { PickQuery } from './pages/picks.ts'
import { everyPage, listShownWidgets } from './shown-widgets.ts'
import { testimonialQuery, type TestimonialQuery } from './pages/testimonials.ts'

/** Markup by widget; empty or missing where nothing is to be shown. */
export type WidgetMarkup = Partial<Record<WidgetKey, string>>

/** A page of a shop's theme and the widgets in it. */
export interface ShopPage extends Spot {
  keys: readonly WidgetKey[]
  /** The page's path in the shop, for widgets that stand on some pages only. */
  path?: string
  /** The customer whom the platform says is signed in, and the path under which it forwards their calls. */
  customer?: SignedCustomer | undefined
  /** The page's query: the reader's choice. */
  query?: unknown
  /** Products that the page lists, and the widgets that each of them has. */
  listed?: { keys: readonly WidgetKey[]; handles: readonly string[] }
}

export interface PageWidgets {
  markup: WidgetMarkup
  /** By handle. */
  listed: ReadonlyMap<string, WidgetMarkup>
  /** A whole script element. */
  jsonLd: string
  /** The styles and live modules of the widgets that stand in the page, for its head. */
  headTags: string
  /** Where the carousels stand in the page's content. */
  carousels: ReturnType<typeof carouselPosition>
  /** Where the review box stands on a product page; `custom` below the product, from where its script moves it. */
  boxPosition: ReviewBoxSettings['inlinePosition']
  /** Asks a signed-in customer for push notifications; for the end of the page. Empty while Web Push is off. */
  pushPrompt: string
}

/** The widgets of one page that are about the same product, or about the whole shop. */
interface Group extends Spot {
  keys: readonly WidgetKey[]
  choice: PageChoice
  writing: WriteAccess | null
  testimonials?: TestimonialQuery | undefined
  /** The reader's choice of pages doesn't change them. */
  picks?: PickQuery
  /** One product among others of a list. */
  isListed?: boolean
  /** The structured data tells what is sold. */
  withOffer?: boolean
}

interface RenderedGroup {
  markup: WidgetMarkup
  jsonLd: string
}

/**
 * Renders all widgets of a page, with one statement for what the cache does not have. The shopper's own address must never break the
 * page: what is malformed in it opens the first page.
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
  const manner = await readRenderOptions(ctx)
  const firstPage = readChoice({}, { dialect: 'page', sort: manner.settings.sortingDefault })
  const { place, path = null } = page
  const own = await groupsOf(ctx, manner, {
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
    renderGroups(ctx, manner, [
      ...own.map((group) => (group.picks ? group : { ...group, choice: choiceOf(query, group.choice) })),
      ...listed,
    ])
  const rendered = await render(page.query).catch((error: unknown) => {
    // A cursor of another order is only seen when it is read.
    if (error instanceof InvalidInput) return render({})
    throw error
  })
  const markup = Object.assign(
    {},
    ...rendered.slice(0, own.length).map((group) => group?.markup),
    await renderPersonal(ctx, manner, page),
  ) as WidgetMarkup
  const cards = rendered.slice(own.length).map((group) => group?.markup ?? {})
  const carousels = carouselPosition(await readSetting(ctx, 'carousel'), place)
  const standing = WIDGET_KEYS.filter((key) => [markup, ...cards].some((each) => each[key]))
  const hasBox = standing.some((key) => rowOf(key).hasOptionalStyles)
  const chosen = {
    looks: [
      ...iconStyles(manner.settings.starIconType, (await readSetting(ctx, 'starRating')).floatButton.icon),
      ...(hasBox ? optionalStyles(manner) : []),
    ],
    scripts: hasBox && manner.switches.endless ? ['endless'] : [],
  }
  return {
    markup,
    listed: new Map(handles.map((handle, index) => [handle, cards[index] ?? {}])),
    jsonLd: rendered.find((group) => group?.jsonLd)?.jsonLd ?? '',
    headTags: `${headTags(ctx.origin, standing, chosen)}${viewsTag(ctx, { standing, handle: page.place === 'product' ? page.handle : null })}${standing.length > 0 ? fontTags(ctx.origin, manner.settings.font) : ''}${cards.some((card) => card.starRating) ? await listStyle(ctx) : ''}`,
    carousels,
    boxPosition: manner.settings.inlinePosition,
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

/** Stars in lists have their added styles once, in the head. */
async function listStyle(ctx: Ctx): Promise<string> {
  const style = customStyle('starRating', (await readSetting(ctx, 'starRating')).customCss)
  return style ? style.text : ''
}

/** The page's own widgets by what they are about, but for those of one customer; `choice` is that of the first page. */
async function groupsOf(
  ctx: Ctx,
  manner: RenderOptions,
  { place, handle, keys, customer }: ShopPage,
): Promise<Group[]> {
  const about = (subject: 'product' | 'shop') =>
    keys.filter((key) => !isPersonal(key) && !rowOf(key).picks && subjectOf(key, place, handle) === subject)
  const picking = keys.filter((key) => rowOf(key).picks && subjectOf(key, place, null) === 'shop')
  const choice = (of: readonly WidgetKey[]) => firstPageOf(ctx, manner, of)
  const groups: Group[] = [
    {
      place,
      handle,
      keys: about('product'),
      choice: await choice(about('product')),
      writing: await readWriteAccess(ctx, about('product'), { handle, customer }),
      withOffer: manner.general.richSnippetProduct && place === 'product',
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

/** What a page shows before its reader chose anything: the page of all reviews has an order and a size of its own. */
async function firstPageOf(ctx: Ctx, { settings }: RenderOptions, keys: readonly WidgetKey[]): Promise<PageChoice> {
  if (!keys.includes('allReviews'))
    return readChoice({}, { dialect: 'page', sort: settings.sortingDefault, first: settings.perPage })
  const { sortingDefault: sort, perPage: first } = await readSetting(ctx, 'allReviews')
  return readChoice({}, { dialect: 'page', sort, first })
}

/** Whether a widget shows what only one customer may see: it is rendered for them and never kept. */
export const isPersonal = (key: WidgetKey): boolean => rowOf(key).reads.includes('portal')

async function renderPersonal(
  ctx: Ctx,
  manner: RenderOptions,
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
  const choice = await firstPageOf(ctx, manner, [])
  const view = {
    ...buildPageView(ctx, manner, { place, data: nothing, choice, writing: null }),
    source: '',
    portal: await readPortalView(ctx, manner, customer),
    settings,
  }
  return Object.fromEntries(shown.map((key) => [key, rowOf(key).template(view).text]))
}

/** Who may write is looked up where a signed-in customer must have bought the product; anything else follows from the setting. */
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

/** Null where the product is unknown. */
async function renderGroups(
  ctx: Ctx,
  manner: RenderOptions,
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
        const value = await renderGroup(ctx, manner, { group, data })
        const chars = Object.values(value.markup).reduce((sum, text) => sum + text.length, value.jsonLd.length)
        return { subjectId: data.product?.id ?? ctx.shop.id, bytes: 2 * chars, value }
      }),
    )
  })
}

/** Reads the data of groups in one statement. Products of which only the summary is shown are read together. */
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
  manner: RenderOptions,
  { group, data }: { group: Group; data: PageData },
): Promise<RenderedGroup> {
  const view = { ...buildPageView(ctx, manner, { ...group, data }), isListed: group.isListed === true }
  const markup: WidgetMarkup = {}
  for (const key of group.keys) {
    const row = rowOf(key)
    const form =
      key === 'submitForm' && view.form
        ? { ...view.form, ...buildOwnFormParts(ctx, await readSetting(ctx, 'submitForm')) }
        : view.form
    markup[key] = row.template({
      ...view,
      form,
      settings: await shownSettings(ctx, manner, row),
      source: buildWidgetUrl(ctx, key, group),
    }).text
  }
  const text = group.place === 'product' ? buildStructuredData(ctx, manner, { data, reviews: view.reviews }) : null
  return { markup, jsonLd: text ? `<script type="application/ld+json">${text}</script>` : '' }
}

/** A widget's document as its template gets it: with the brand, and whole addresses of pictures that it names. */
async function shownSettings(ctx: Ctx, manner: RenderOptions, { document }: Widget): Promise<SettingValue<SettingKey>> {
  if (document === 'reviewBox') return manner.settings
  const settings = await readBrandedSetting(ctx, document)
  return 'posts' in settings
    ? { ...settings, posts: settings.posts.map((post) => ({ ...post, image: `${ctx.origin}${post.image}` })) }
    : settings
}

const tags = new Map<string, string>()

/**
 * Returns the styles and the live modules of widgets, and those that the shop's settings need besides. The styles stand in the page, as a stylesheet of its own would keep the shop's
 * page blank until it arrives, and widgets without their style would shift the page. Made once for each set of widgets.
 */
function headTags(
  origin: string,
  keys: readonly WidgetKey[],
  { looks, scripts: further }: { looks: readonly OptionalStyle[]; scripts: readonly string[] },
): string {
  if (keys.length === 0) return ''
  const name = `${origin} ${keys.join()} ${looks.join()} ${further.join()}`
  const known = tags.get(name)
  if (known !== undefined) return known
  const scripts = listScriptPaths([...scriptsOf(keys).filter((name) => name !== viewsScript), ...further]).map(
    (path) => html`<script type="module" async src="${origin}${path}"></script>`,
  )
  const { text } = html`<style>${new Html(styleText([...new Set([...stylesOf(keys), ...looks])]))}</style>${scripts}`
  tags.set(name, text)
  return text
}

/** The script that counts views, and where it tells them. */
function viewsTag(
  { origin, shop }: Ctx,
  { standing, handle }: { standing: readonly WidgetKey[]; handle: string | null },
): string {
  const [path] = listScriptPaths([viewsScript])
  const address = `${origin}/storefront/${shop.shopifyDomain}/views${handle === null ? '' : `?product=${encodeURIComponent(handle)}`}`
  return path === undefined || standing.length === 0
    ? ''
    : html`<script type="module" async src="${origin}${path}" data-candor-views="${address}"></script>`.text
}

/** An empty fragment takes no room in the page. */
export const emptyFragment = buildResponse('')

/** Whether a word names a widget. */
export const isWidgetKey = (key: string): key is WidgetKey => Object.hasOwn(WIDGETS, key)

/** The same shop in another language of its pages; an unknown one is the shop's primary. */
export function withLocale(ctx: Ctx, locale: unknown): Ctx {
  // The catalog's id: a tag as it was typed may be malformed, and each spelling would be a page of its own in the cache.
  const primaryLocale = typeof locale === 'string' && locale !== ctx.shop.primaryLocale ? matchLocale(locale) : null
  return primaryLocale ? { ...ctx, shop: { ...ctx.shop, primaryLocale } } : ctx
}

/** “Two hours ago” would soon be wrong in HTML that is kept. */
const describeRenderOptions = (manner: RenderOptions): RenderOptions =>
  manner.settings.dateFormat === 'relative'
    ? { ...manner, settings: { ...manner.settings, dateFormat: 'locale' } }
    : manner

interface FragmentRequest {
  query: Readonly<Record<string, unknown>>
  customer?: SignedCustomer | undefined
  /** The HTML is kept for long, and where it stands is decided there: the lists of pages don't count, and days are written as dates. */
  isKept?: boolean
}

/**
 * Renders one widget as a piece of HTML. Empty for an unknown widget or product, at a place where the widget may not stand, while
 * the app is off, and for a customer's own widget where no customer is signed in.
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
  const manner = isKept ? describeRenderOptions(await readRenderOptions(ctx)) : await readRenderOptions(ctx)
  if (isPersonal(key))
    return buildResponse((await renderPersonal(ctx, manner, { place, keys: [key], customer }))[key] ?? '')
  // The live module takes the reviews out of it; who may write is the page's own affair.
  const path = typeof query['path'] === 'string' ? query['path'] : null
  const keys = await listShownWidgets(ctx, [key], {
    place,
    path: isKept ? everyPage : path,
    isListed: handle !== null && place !== 'product' && place !== 'reviews',
  })
  const [found] = await groupsOf(ctx, manner, { place, handle, keys })
  const choice = readChoice(query, { dialect: 'page', ...(found?.choice ?? { sort: manner.settings.sortingDefault }) })
  if (!found) return emptyFragment
  const group = found.picks ? found : { ...found, choice }
  const isFirst = Object.keys(query).every((name) => !name.startsWith('candor_') || name === 'candor_first')
  const [answer] = await readThroughCache(
    ctx.shop.id,
    [buildPageKey(ctx, group.choice, ['fragment', key, place, group.handle, group.writing, isFirst, isKept])],
    async () => {
      const [data] = await readGroups(ctx, [group])
      if (!data) return [null]
      const { markup, jsonLd } = await renderGroup(ctx, manner, { group, data })
      // Search engines get what the page shows to a reader who chose nothing.
      return [
        buildCachedPage(
          ctx,
          data,
          markup[key]
            ? `${fontTags(ctx.origin, manner.settings.font)}${markup[key]}${key === 'reviewBox' && isFirst ? jsonLd : ''}`
            : '',
        ),
      ]
    },
  )
  return answer ?? emptyFragment
}
