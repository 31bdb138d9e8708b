import { getNamedType, isObjectType, type GraphQLObjectType } from 'graphql'
import { SETTING_KEYS } from '../../../rules/settings/settings.ts'
import { schema } from '../../app/graphql/schema.ts'
import { routes } from '../../app/rest/routes.ts'
import {
  allFields,
  mutationText,
  namingArguments,
  nodeTypes,
  rootFields,
  selectAll,
  selectField,
  selectWithin,
  subscriptionText,
} from '../documents.ts'
import type { ApiCall } from '../api-client.ts'
import { globalId, THINGS, type Thing, type Things } from '../things.ts'

/** A read of the session's shop, or of named things. */
export interface ReadCall {
  name: string
  of1(things: Things): ApiCall
}

const graphql = (query: string, variables: object = {}): ApiCall => ({
  transport: 'graphql',
  method: 'POST',
  path: '/graphql',
  body: { query, variables },
})
const typeNamed = (name: string): GraphQLObjectType => schema.getType(name) as GraphQLObjectType
const shopFields = (): string[] => Object.keys(typeNamed('Shop').getFields())

/** GraphQL reads without ids: the whole viewer, and each field of the shop with everything below. */
export const ownReads = (): ReadCall[] => [
  { name: 'viewer', of1: () => graphql(`{ r: viewer ${selectAll(typeNamed('Viewer')).text} }`) },
  ...shopFields().map((field): ReadCall => ({
    name: `Shop.${field}`,
    of1: () => graphql(`{ r: viewer { shop { ${selectField(typeNamed('Shop'), field).text} } } }`),
  })),
  ...restReads
    .filter(({ names }) => !names)
    .map(({ row, path }): ReadCall => ({
      name: `GET ${row}`,
      of1: (things) => ({ transport: 'rest', method: 'GET', path: path(things) }),
    })),
]

const nodeDocument = (type: string) =>
  `query ($id: ID!) { r: node(id: $id) { __typename ... on ${type} ${selectWithin(typeNamed(type)).text} } }`
const thingsOfType = (type: string): Thing[] =>
  (Object.keys(THINGS) as Thing[]).filter((thing) => THINGS[thing] === type)

/** Documents for arguments that can name something, by `Type.field.arg`. */
const argumentDocuments: Readonly<Record<string, (things: Things) => ApiCall>> = {
  'Query.importRun.id': (things) =>
    graphql(`query ($id: ID!) { r: importRun(id: $id) ${selectAll(typeNamed('ImportRun')).text} }`, {
      id: globalId(things, 'importRun'),
    }),
  'Shop.reviews.filter': (things) =>
    shopRead('reviews(first: 5, filter: $v) { totalCount edges { node { id title } } }', 'ReviewFilter', {
      productIds: [globalId(things, 'product')],
    }),
  'Shop.product.id': (things) => shopRead('product(id: $v) { id uuid title }', 'ID', things.platformId),
  'Shop.product.handle': (things) => shopRead('product(handle: $v) { id uuid title }', 'String', things.handle),
  'Shop.products.updatedAfter': () =>
    shopRead('products(first: 5, updatedAfter: $v) { edges { node { id } } }', 'DateTime', '2026-01-01T00:00:00Z'),
  'Shop.products.updatedBefore': () =>
    shopRead('products(first: 5, updatedBefore: $v) { edges { node { id } } }', 'DateTime', '2099-01-01T00:00:00Z'),
  'Shop.customers.search': (things) =>
    shopRead('customers(first: 5, search: $v) { totalCount edges { node { id email } } }', 'String', things.email),
  'Shop.customerData.email': (things) =>
    shopRead(
      'customerData(email: $v) { name counts { kind count } reviews { id title } requests { id } discounts { id } suppressions { id } }',
      'String',
      things.email,
    ),
  'Shop.customersByEmail.emails': (things) =>
    shopRead('customersByEmail(emails: $v) { id email }', '[String!]', [things.email]),
  'Shop.products.search': (things) =>
    shopRead('products(first: 5, search: $v) { totalCount edges { node { id title } } }', 'String', things.mark),
  'Shop.qrProducts.search': (things) =>
    shopRead('qrProducts(first: 5, search: $v) { totalCount edges { node { id title } } }', 'String', things.mark),
  'Shop.manualImport.search': (things) =>
    shopRead('manualImport(first: 5, search: $v) { totalCount products { productId title } }', 'String', things.mark),
  'Shop.report.from': () =>
    shopRead('report(name: RATINGS, from: $v, to: "2026-03-31") { series { total } csv }', 'String', '2026-03-01'),
  'Shop.report.to': () =>
    shopRead('report(name: RATINGS, from: "2026-03-01", to: $v) { series { total } csv }', 'String', '2026-03-31'),
  'Shop.moderationTrial.text': (things) =>
    shopRead('moderationTrial(text: $v) { reviews reasons { kind found } }', 'String', things.mark),
  'Shop.moderationTrial.draft': () =>
    shopRead('moderationTrial(draft: $v) { reviews reasons { kind found } }', 'SaveModerationInput', {
      linkAct: 'MARK',
    }),
  'Shop.analytics.from': () =>
    shopRead('analytics(from: $v, to: "2026-03-31") { page(name: OVERALL) { from to } }', 'String', '2026-03-01'),
  'Shop.analytics.to': () =>
    shopRead('analytics(from: "2026-03-01", to: $v) { page(name: OVERALL) { from to } }', 'String', '2026-03-31'),
  'Shop.surveyResults.period': () =>
    shopRead(
      'surveyResults(period: $v) { answers list(first: 5) { edges { node { id comment } } } }',
      'String',
      'allTime',
    ),
  'Shop.surveyResults.from': () =>
    shopRead('surveyResults(from: $v, to: "2026-03-31") { answers csv }', 'String', '2026-03-01'),
  'Shop.surveyResults.to': () =>
    shopRead('surveyResults(from: "2026-03-01", to: $v) { answers csv }', 'String', '2026-03-31'),
  'AnalyticsPage.csv.table': () =>
    shopRead(
      'analytics(from: "2026-03-01", to: "2026-03-31") { page(name: OVERALL) { csv(table: $v) } }',
      'String',
      'product',
    ),
  'AnalyticsPage.csv.figures': () =>
    shopRead(
      'analytics(from: "2026-03-01", to: "2026-03-31") { page(name: OVERALL) { csv(figures: $v) } }',
      '[String!]',
      ['reviews'],
    ),
  'AnalyticsPage.csv.headers': () =>
    shopRead(
      'analytics(from: "2026-03-01", to: "2026-03-31") { page(name: OVERALL) { csv(headers: $v) } }',
      '[String!]',
      ['Day', 'Reviews'],
    ),
  'Shop.webhook.id': (things) => shopRead('webhook(id: $v) { id url topics }', 'ID', globalId(things, 'webhook')),
  'ShopSubscription.couponPercent.code': () =>
    shopRead('subscription { couponPercent(code: $v) }', 'String!', 'SAVE10'),
  'Shop.topics.productId': (things) =>
    shopRead('topics(productId: $v) { reviews topics { word quotes { text } } }', 'ID', globalId(things, 'product')),
  'Shop.emailPreview.type': () =>
    shopRead('emailPreview(type: $v) { subject html text problem }', 'String!', 'photo-reminder'),
  'Shop.emailPreview.locale': () => shopRead('emailPreview(locale: $v) { subject html text problem }', 'String', 'de'),
  'Shop.emailPreview.draft': () =>
    shopRead('emailPreview(draft: $v) { subject html text problem }', 'SaveEmailTemplatesInput', {
      reviewReminder: { subject: 'A draft' },
    }),
  'Shop.emailPreview.branding': () =>
    shopRead('emailPreview(branding: $v) { subject html text problem }', 'SaveBrandingInput', {
      primaryColor: '#aa0033',
    }),
  'Shop.emailOwnWords.type': () =>
    shopRead('emailOwnWords(type: $v, locale: "de") { subject content }', 'String!', 'photo-reminder'),
  'Shop.emailOwnWords.locale': () =>
    shopRead('emailOwnWords(type: "photo-reminder", locale: $v) { subject content }', 'String', 'de'),
  'Shop.discounts.search': (things) =>
    shopRead('discounts(first: 5, search: $v) { edges { node { id code } } }', 'String', things.mark),
  'Shop.testimonialReviews.selectedProducts': (things) =>
    shopRead(
      'testimonialReviews(testimonialsSource: SELECTED_PRODUCTS, selectedProducts: $v) { id title }',
      '[String!]',
      [globalId(things, 'product')],
    ),
  'Shop.testimonialReviews.selectedReviews': (things) =>
    shopRead('testimonialReviews(testimonialsSource: MANUALLY_ADDED, selectedReviews: $v) { id title }', '[String!]', [
      globalId(things, 'published'),
    ]),
  'Shop.suppressions.search': (things) =>
    shopRead('suppressions(first: 5, search: $v) { totalCount edges { node { id email } } }', 'String', things.email),
  'Shop.emailQueue.filter': (things) =>
    shopRead('emailQueue(first: 5, filter: $v) { totalCount edges { node { id } } }', 'QueueFilter', {
      productIds: [globalId(things, 'product')],
      buyers: [things.email],
    }),
}

const shopRead = (selection: string, type: string, value: unknown): ApiCall =>
  graphql(`query ($v: ${type}) { r: viewer { shop { ${selection} } } }`, { v: value })
/** Arguments of every list; the cursor checks set them. */
const cursors = /\.(after|before)$/

interface RestRead {
  row: string
  path(things: Things): string
  names: boolean
}

const ownRead = (row: string): RestRead => ({ row, path: () => row, names: false })
const namingRead = (row: string, path: RestRead['path']): RestRead => ({ row, path, names: true })

const restReads: readonly RestRead[] = [
  ownRead('/shops'),
  ownRead('/subscription'),
  ownRead('/people'),
  {
    row: '/subscription/shopify/subscribe/:planId',
    path: () => '/subscription/shopify/subscribe/advanced?interval=annual',
    names: false,
  },
  ownRead('/email'),
  ownRead('/email-queue'),
  ownRead('/email-previous'),
  ownRead('/email-previous/run'),
  ownRead('/suppressions'),
  namingRead('/customer-data', ({ email }) => `/customer-data?email=${encodeURIComponent(email)}`),
  ownRead('/discounts'),
  ownRead('/survey/results'),
  ownRead('/survey/answers'),
  { row: '/partners', path: () => '/partners', names: false },
  ownRead('/features'),
  ownRead('/suppressions/export'),
  ownRead('/sender'),
  ...SETTING_KEYS.map((key) => ownRead(`/settings/${key}`)),
  ownRead('/settings/history'),
  ownRead('/imports/progress'),
  ownRead('/qrcodes-settings'),
  ownRead('/feeds'),
  ownRead('/translations'),
  ownRead('/manual-import'),
  ownRead('/reviews'),
  ownRead('/webhooks'),
  { row: '/webhooks/topics', path: () => '/webhooks/topics', names: false },
  namingRead('/webhooks/:id', ({ ids }) => `/webhooks/${ids.webhook}`),
  namingRead('/webhooks/:id/deliveries', ({ ids }) => `/webhooks/${ids.webhook}/deliveries`),
  ownRead('/shopify/searchProducts'),
  ownRead('/shopify/searchCustomers'),
  { row: '/analytics/:name', path: () => '/analytics/ratings', names: false },
  { row: '/integrations/:key', path: () => '/integrations/cj', names: false },
  namingRead('/email', () => '/email?type=review-reminder'),
  namingRead('/email-queue', ({ email, ids }) => `/email-queue?buyerNames=${email}&productIdsFilter=${ids.product}`),
  namingRead('/email-queue', ({ mark }) => `/email-queue?searchText=${mark}`),
  namingRead('/email-queue/:id', ({ ids }) => `/email-queue/${ids.sent}`),
  namingRead('/imports/:id', ({ ids }) => `/imports/${ids.importRun}`),
  namingRead('/imports/:id/media', ({ ids }) => `/imports/${ids.doneImport}/media`),
  namingRead('/imports/:id/undo', ({ ids }) => `/imports/${ids.doneImport}/undo`),
  namingRead('/imports/:id', (things) => `/imports/${globalId(things, 'doneImport')}`),
  namingRead('/manual-import', ({ mark }) => `/manual-import?searchText=${mark}`),
  namingRead('/qrcodes-settings', ({ ids }) => `/qrcodes-settings?productId=${ids.product}`),
  namingRead('/reviews', ({ ids, platformId }) => `/reviews?productIdsFilter=${ids.product},${platformId}`),
  namingRead('/reviews', ({ mark }) => `/reviews?searchText=${mark}`),
  namingRead('/reviews/:id', ({ ids }) => `/reviews/${ids.published}`),
  namingRead('/reviews/:id/statement', ({ ids }) => `/reviews/${ids.refused}/statement`),
  namingRead('/reviews/:id/suspicion', ({ ids }) => `/reviews/${ids.reported}/suspicion`),
  namingRead('/reviews/:id/reports', ({ ids }) => `/reviews/${ids.reported}/reports`),
  namingRead('/reviews/bulk/:id', ({ ids }) => `/reviews/bulk/${ids.bulk}`),
  namingRead('/reviews/export/:id', ({ ids }) => `/reviews/export/${ids.exported}`),
  namingRead(
    '/shopify/productsSummary',
    ({ ids, platformId }) => `/shopify/productsSummary?productIdsString=${ids.product},${platformId}`,
  ),
  namingRead('/shopify/searchCustomers', ({ mark }) => `/shopify/searchCustomers?search=${mark}`),
]

/** Reads that name things: nodes of every type, arguments, and REST routes with an id or a filter. */
export const namingReads = (): ReadCall[] => [
  ...nodeTypes()
    .filter((type) => type !== 'Shop')
    .flatMap((type) =>
      thingsOfType(type).map((thing): ReadCall => ({
        name: `node ${type} ${thing}`,
        of1: (things) => graphql(nodeDocument(type), { id: globalId(things, thing) }),
      })),
    ),
  {
    name: 'node Shop',
    of1: (things) => graphql(nodeDocument('Shop'), { id: Buffer.from(`Shop:${things.shopId}`).toString('base64url') }),
  },
  ...Object.entries(argumentDocuments).map(([name, of1]): ReadCall => ({ name, of1 })),
  ...restReads
    .filter(({ names }) => names)
    .map(({ row, path }, index): ReadCall => ({
      name: `GET ${row} (${index})`,
      of1: (things) => ({ transport: 'rest', method: 'GET', path: path(things) }),
    })),
]

/** Lists with cursors, with a call that takes the cursor. */
export const pagedReads: readonly {
  name: string
  page(cursor: string | null): ApiCall
  cursorOf(text: string): string | null
}[] = [
  ...Object.values(typeNamed('Shop').getFields())
    .filter((field) => getNamedType(field.type).name.endsWith('Connection'))
    .map(({ name }) => ({
      name: `Shop.${name}`,
      page: (cursor: string | null) =>
        graphql(
          `query ($after: String) { r: viewer { shop { ${name}(first: 1, after: $after) { edges { cursor node { id } } } } } }`,
          { after: cursor },
        ),
      cursorOf: (text: string) => /"cursor":"([^"]+)"/.exec(text)?.[1] ?? null,
    })),
  {
    name: 'Shop.manualImport',
    page: (cursor) =>
      graphql(
        'query ($after: String) { r: viewer { shop { manualImport(first: 1, after: $after) { pageInfo { endCursor } products { productId } } } } }',
        { after: cursor },
      ),
    cursorOf: (text) => /"endCursor":"([^"]+)"/.exec(text)?.[1] ?? null,
  },
  ...['/email-queue', '/manual-import', '/reviews'].map((path) => ({
    name: `GET ${path}`,
    page: (cursor: string | null): ApiCall => ({
      transport: 'rest',
      method: 'GET',
      path: `${path}?limitPerPage=1${path === '/reviews' ? '&limit=1' : ''}${cursor ? `&after=${encodeURIComponent(cursor)}` : ''}`,
    }),
    cursorOf: (text: string) => /"nextCursor":"([^"]+)"/.exec(text)?.[1] ?? null,
  })),
]

/** Returns fields, node types, arguments and REST routes without a case. */
export function readsWithoutCase(): string[] {
  const asked = new Set([
    ...selectAll(typeNamed('Viewer')).fields,
    'Viewer.shop',
    ...shopFields().flatMap((field) => [...selectField(typeNamed('Shop'), field).fields]),
    ...nodeTypes().flatMap((type) => [...selectAll(typeNamed(type)).fields]),
    ...rootFields('mutation').flatMap((name) => [...mutationText(name).fields]),
    ...rootFields('subscription').flatMap((name) => [...subscriptionText(name).fields]),
    ...Object.keys(argumentDocuments).map((name) => name.split('.', 2).join('.')),
  ])
  const unreached = allFields().filter((field) => !asked.has(field) && !isUnused(field.split('.')[0] ?? ''))
  const roots = rootFields('query').filter((name) => !['viewer', 'node', 'importRun'].includes(name))
  const nodes = nodeTypes().filter((type) => type !== 'Shop' && thingsOfType(type).length === 0)
  const args = namingArguments().filter(
    (name) =>
      !(name in argumentDocuments) &&
      !cursors.test(name) &&
      name !== 'Query.node.id' &&
      !name.startsWith('Subscription.'),
  )
  const rows = routes
    .filter(({ method, path }) => method === 'GET' && !restReads.some(({ row }) => row === path))
    .map(({ path }) => `GET ${path}`)
  return [...unreached, ...roots, ...nodes, ...args, ...rows].map((name) => `${name} has no case`)
}

/** Returns whether no mutation returns this refusal type yet. */
function isUnused(type: string): boolean {
  return !Object.values(schema.getTypeMap()).some(
    (each) =>
      each.name !== type &&
      (('getTypes' in each && each.getTypes().some(({ name }) => name === type)) ||
        (isObjectType(each) &&
          Object.values(each.getFields()).some((field) => getNamedType(field.type).name === type))),
  )
}
