import SchemaBuilder from '@pothos/core'
import ComplexityPlugin, { ComplexityErrorKind } from '@pothos/plugin-complexity'
import {
  getArgumentValues,
  GraphQLError,
  Kind,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type SelectionSetNode,
} from 'graphql'
import { PROVENANCES } from '../../../rules/review-source.ts'
import { defaultPageSize } from '../../../rules/limits.ts'
import { SORTS, STARS, type Sort, type Summary } from '../../../client/storefront/widgets/shown.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput } from '../../core/errors.ts'
import { readChoice, type PageChoice } from '../widgets/pages/choice.ts'
import type { PageData, PageRead } from '../widgets/pages/page-data.ts'
import { formatReviews, type RenderOptions } from '../widgets/page-view.ts'
import { buildStructuredData } from '../widgets/structured-data.ts'
import { mostHandles, publicReviews, type PublicReview } from './public-reviews.ts'

/** Shared by all fields of one document. */
export interface PublicContext {
  ctx: Ctx
  renderOptions: RenderOptions
  read(read: PageRead): Promise<PageData[]>
}

/** A shop or product with the review pages that the document requests. */
interface Subject {
  handle: string | null
  data: PageData
  pages: ReadonlyMap<string, PageData>
}

interface ReviewArgs {
  first?: number | null | undefined
  after?: string | null | undefined
  sort?: Sort | null | undefined
  rate?: number | null | undefined
}

/** A page of 50 products with five reviews each costs about half. */
const publicLimits = { complexity: 10_000, depth: 8, breadth: 120 }

/** Error code for a document that can't run, as GraphQL servers name it. */
export const invalidDocument = 'GRAPHQL_VALIDATION_FAILED'

function tooComplex(
  kind: ComplexityErrorKind,
  { complexity, depth, breadth }: { complexity: number; depth: number; breadth: number },
): GraphQLError {
  const [name, value, most] = {
    [ComplexityErrorKind.Depth]: ['depth', depth, publicLimits.depth],
    [ComplexityErrorKind.Breadth]: ['breadth', breadth, publicLimits.breadth],
    [ComplexityErrorKind.Complexity]: ['complexity', complexity, publicLimits.complexity],
  }[kind]
  return new GraphQLError(`Query exceeds maximum ${name} (${name}: ${value}, max: ${most})`, {
    extensions: { code: invalidDocument },
  })
}

const builder = new SchemaBuilder<{
  Context: PublicContext
  DefaultFieldNullability: false
  Scalars: { ID: { Input: string; Output: string } }
}>({
  plugins: [ComplexityPlugin],
  defaultFieldNullability: false,
  complexity: { limit: publicLimits, defaultListMultiplier: 1, complexityError: tooComplex },
  // The types require options of the admin's plugins; this schema has one plugin.
} as never)

const SortEnum = builder.enumType('ReviewSort', {
  description: '`MEDIA`: reviews with photos or videos first.',
  values: Object.fromEntries(SORTS.map((sort) => [sort.toUpperCase(), { value: sort }])),
})

const Rating = builder.objectRef<Summary>('RatingSummary').implement({
  description: 'Summary of the published reviews.',
  fields: (t) => ({
    count: t.exposeInt('count'),
    average: t.exposeFloat('average', { description: 'With two decimals; 0 without reviews.' }),
    histogram: t.intList({
      description: 'Reviews of one to five stars, in this order.',
      resolve: ({ histogram }) => [...STARS].reverse().map((stars) => histogram[stars]),
    }),
  }),
})

const Media = builder.objectRef<PublicReview['media'][number]>('ReviewMedia').implement({
  fields: (t) => ({
    kind: t.exposeString('kind', { description: '`image` or `video`.' }),
    url: t.exposeString('url'),
    thumbnailUrl: t.exposeString('thumbnailUrl', { nullable: true }),
    posterUrl: t.exposeString('posterUrl', { nullable: true, description: 'A frame of a video.' }),
    seconds: t.exposeInt('seconds'),
    width: t.exposeInt('width'),
    height: t.exposeInt('height'),
  }),
})

const Reply = builder.objectRef<NonNullable<PublicReview['reply']>>('ReviewReply').implement({
  fields: (t) => ({
    content: t.exposeString('content'),
    createdAt: t.exposeString('createdAt', { description: 'ISO 8601.' }),
  }),
})

const ReviewedProduct = builder.objectRef<NonNullable<PublicReview['product']>>('ReviewedProduct').implement({
  fields: (t) => ({
    handle: t.exposeString('handle', { nullable: true, description: 'Null once the product is deleted.' }),
    title: t.exposeString('title'),
    url: t.exposeString('url', { nullable: true, description: 'Null once the product is deleted.' }),
    image: t.exposeString('image', { nullable: true }),
  }),
})

const Translation = builder.objectRef<NonNullable<PublicReview['translation']>>('ReviewTranslation').implement({
  fields: (t) => ({
    language: t.exposeString('language', { description: 'Language of this title and text: `pt-PT`.' }),
    title: t.exposeString('title'),
    text: t.exposeString('text', { description: 'Plain text.' }),
    sourceLanguage: t.exposeString('sourceLanguage', {
      nullable: true,
      description: 'Language of the original, if known.',
    }),
  }),
})

const Review = builder.objectRef<PublicReview>('Review').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    title: t.exposeString('title'),
    content: t.exposeString('content', { description: 'Plain text.' }),
    rate: t.exposeInt('rate', { description: 'Stars, 1 to 5.' }),
    author: t.exposeString('author', { description: 'Name as the shop shows it; empty if hidden.' }),
    createdAt: t.exposeString('createdAt', { description: 'ISO 8601.' }),
    verified: t.exposeBoolean('verified'),
    verifiedByOrder: t.exposeBoolean('verifiedByOrder', {
      description: 'Proven by an order, not only marked by the merchant.',
    }),
    incentivized: t.exposeBoolean('incentivized', { description: 'The author received something for it.' }),
    from: t.exposeString('from', {
      description: 'Where it comes from, in the language of `locale`; show it to shoppers.',
    }),
    origin: t.exposeString('origin', {
      description: `The same for programs: ${PROVENANCES.join(', ')}.`,
    }),
    language: t.exposeString('language', { nullable: true, description: 'Language of the text, if known: `de`.' }),
    translation: t.field({
      type: Translation,
      nullable: true,
      description:
        'Translation into the language of `locale` in the endpoint’s address, or else of the shop; null without one.',
      resolve: ({ translation }) => translation,
    }),
    variant: t.exposeString('variant', { description: 'Variant of the product; empty if unknown.' }),
    media: t.field({ type: [Media], resolve: ({ media }) => media }),
    reply: t.field({ type: Reply, nullable: true, resolve: ({ reply }) => reply }),
    product: t.field({
      type: ReviewedProduct,
      nullable: true,
      description: 'Only on pages of the whole shop.',
      resolve: ({ product }) => product ?? null,
    }),
  }),
})

const PageInfo = builder.objectRef<{ endCursor: string | null; hasNextPage: boolean }>('PageInfo').implement({
  fields: (t) => ({
    endCursor: t.exposeString('endCursor', {
      nullable: true,
      description: 'Pass it as `after` with the same sort and rate.',
    }),
    hasNextPage: t.exposeBoolean('hasNextPage'),
  }),
})

const ReviewPage = builder.objectRef<PageData>('ReviewPage').implement({
  fields: (t) => ({
    nodes: t.field({
      type: [Review],
      resolve: (page, _args, { ctx, renderOptions }) => publicReviews(ctx, renderOptions, page),
    }),
    pageInfo: t.field({ type: PageInfo, resolve: ({ next }) => ({ endCursor: next, hasNextPage: next !== null }) }),
  }),
})

const reviewsField = <Name extends string>(name: Name, kind: typeof Product) =>
  builder.objectField(kind, name, (t) =>
    t.field({
      type: ReviewPage,
      description: 'Published reviews.',
      args: {
        first: t.arg.int({ description: '1 to 100, default 10.' }),
        after: t.arg.string({ description: 'The `endCursor` of the previous page.' }),
        sort: t.arg({ type: SortEnum, description: 'Default: the order of the shop’s review box.' }),
        rate: t.arg.int({ description: 'Only reviews with these stars.' }),
      },
      complexity: ({ first }) => ({ field: 1, multiplier: Math.max(1, first ?? defaultPageSize) }),
      resolve: async ({ handle, pages }, args, { renderOptions, read }) => {
        const choice = choiceOf(renderOptions, args)
        const page =
          pages.get(JSON.stringify(choice)) ?? (await read({ handle, parts: ['summary', 'reviews'], choice }))[0]
        if (!page) throw new InvalidInput({ first: 'valueInvalid' })
        return page
      },
    }),
  )

const Shop = builder.objectRef<Subject>('Shop').implement({
  fields: (t) => ({
    name: t.string({ resolve: (_shop, _args, { ctx }) => ctx.shop.name }),
    domain: t.string({ resolve: (_shop, _args, { ctx }) => ctx.shop.domain }),
    locale: t.string({ resolve: (_shop, _args, { ctx }) => ctx.shop.primaryLocale }),
    rating: t.field({ type: Rating, resolve: ({ data }) => data.summary }),
  }),
})

const Product = builder.objectRef<Subject>('Product').implement({
  fields: (t) => ({
    handle: t.string({ resolve: ({ handle }) => handle ?? '' }),
    title: t.string({ resolve: ({ data }) => data.product?.title ?? '' }),
    image: t.string({ nullable: true, resolve: ({ data }) => data.product?.image ?? null }),
    url: t.string({ resolve: ({ handle }, _args, { ctx }) => ctx.platform.productUrl(ctx.shop, handle ?? '') }),
    rating: t.field({ type: Rating, resolve: ({ data }) => data.summary }),
    structuredData: t.string({
      nullable: true,
      description: 'JSON-LD for search engines, safe inside a script element. Null without reviews.',
      complexity: 10,
      resolve: ({ pages }, _args, { ctx, renderOptions }) => {
        const data = pages.get(JSON.stringify(choiceOf(renderOptions, {})))
        return data
          ? buildStructuredData(ctx, renderOptions, { data, reviews: formatReviews(ctx, renderOptions, data.reviews) })
          : null
      },
    }),
  }),
})
reviewsField('reviews', Shop)
reviewsField('reviews', Product)

builder.queryType({
  fields: (t) => ({
    shop: t.field({
      type: Shop,
      resolve: async (_root, _args, context, info) => (await subjects(context, info, null))[0] as Subject,
    }),
    product: t.field({
      type: Product,
      nullable: true,
      args: { handle: t.arg.string({ required: true }) },
      resolve: async (_root, { handle }, context, info) => (await subjects(context, info, handle))[0] ?? null,
    }),
    products: t.field({
      type: [Product],
      description: 'In the order of the handles, without unknown ones.',
      args: { handles: t.arg.stringList({ required: true, description: `At most ${mostHandles}.` }) },
      complexity: ({ handles }) => ({ field: 1, multiplier: Math.max(1, handles.length) }),
      resolve: async (_root, { handles }, context, info) => {
        if (handles.length > mostHandles)
          throw new InvalidInput({ handles: { code: 'betweenEqual', params: { min: 1, max: mostHandles } } })
        const found = await subjects(context, info, handles)
        const byHandle = new Map(found.map((subject) => [subject.handle, subject]))
        return [...new Set(handles)].flatMap((handle) => byHandle.get(handle) ?? [])
      },
    }),
  }),
})

export const publicSchema = builder.toSchema()

function choiceOf({ settings }: RenderOptions, { first, after, sort, rate }: ReviewArgs): PageChoice {
  const given = { first: first ?? undefined, rate: rate ?? undefined }
  return readChoice(
    {
      ...(given.first !== undefined && { first: String(given.first) }),
      ...(given.rate !== undefined && { rate: String(given.rate) }),
      ...(sort && { sort }),
      ...(after && { after }),
    },
    { dialect: 'api', sort: settings.sortingDefault },
  )
}

/** Reads shops and products together with all requested review pages. */
async function subjects(
  { renderOptions, read }: PublicContext,
  info: GraphQLResolveInfo,
  handle: string | readonly string[] | null,
): Promise<Subject[]> {
  const fields = [...selected(info)]
  const withOffer = fields.some(({ name }) => name.value === 'structuredData')
  const type = info.schema.getType(handle === null ? 'Shop' : 'Product') as GraphQLObjectType
  const asked = fields
    .filter(({ name }) => name.value === 'reviews')
    .map((node) =>
      choiceOf(
        renderOptions,
        getArgumentValues(type.getFields()['reviews'] as never, node, info.variableValues as never),
      ),
    )
  const choices = new Map(
    [...asked, ...(withOffer ? [choiceOf(renderOptions, {})] : [])].map((choice) => [JSON.stringify(choice), choice]),
  )
  const reads: PageRead[] =
    choices.size > 0
      ? [...choices.values()].map((choice) => ({ handle, parts: ['summary', 'reviews'], choice, withOffer }))
      : [{ handle, parts: ['summary'], choice: choiceOf(renderOptions, {}) }]
  const found = await Promise.all(reads.map(read))
  return (found[0] ?? []).map((data) => {
    const own = (pages: readonly PageData[] = []) => pages.find(({ product }) => product?.id === data.product?.id)
    const pages = [...choices.keys()].flatMap((key, index) => {
      const page = own(found[index])
      return page ? [[key, page] as const] : []
    })
    return { handle: data.product?.handle ?? null, data, pages: new Map(pages) }
  })
}

/** Yields the selected subfields, including those of fragments. */
function* selected(info: GraphQLResolveInfo): Generator<FieldNode> {
  for (const node of info.fieldNodes) if (node.selectionSet) yield* fieldsIn(info, node.selectionSet)
}

function* fieldsIn(info: GraphQLResolveInfo, { selections }: SelectionSetNode): Generator<FieldNode> {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) yield selection
    else {
      const set =
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection.selectionSet
          : info.fragments[selection.name.value]?.selectionSet
      if (set) yield* fieldsIn(info, set)
    }
  }
}
