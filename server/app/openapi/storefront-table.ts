import { z } from 'zod'
import { VOTES } from '../../../rules/votes-and-search.ts'
import { dataAnswer } from '../../core/rest/answers.ts'
import { count, text } from '../../core/rest/shapes.ts'
import type { Feature } from '../../../rules/plans.ts'
import type { RefusalStatus } from './operation.ts'
import {
  choiceQuery,
  documentBody,
  localeQuery,
  publicPage,
  publicRatings,
  shopperReviewBody,
  widgetQuery,
} from './storefront-shapes.ts'

/** A public endpoint of the storefront, open to every origin, without a session. */
export interface StorefrontRow {
  method: 'GET' | 'POST'
  /** In the router's syntax. */
  path: string
  summary: string
  description?: string
  feature?: Feature
  query?: z.ZodObject
  body?: z.ZodObject
  /** Content type and schema of its answer; null: 204. */
  answer: { type: string; schema: z.ZodType } | null
  refusals: readonly RefusalStatus[]
}

const shop = '/storefront/:shopDomain'
const json = 'application/json'
const html = { type: 'text/html', schema: z.string() }

/** The storefront's endpoints that programs use; pages for people are left out. */
export const storefrontTable: readonly StorefrontRow[] = [
  {
    method: 'GET',
    path: `${shop}/products/:handle/reviews`,
    summary: 'List published reviews of a product',
    feature: 'headless',
    query: choiceQuery,
    answer: { type: json, schema: publicPage },
    refusals: [402, 404, 422, 500],
  },
  {
    method: 'GET',
    path: `${shop}/reviews`,
    summary: 'List published reviews of the shop',
    feature: 'headless',
    query: choiceQuery,
    answer: { type: json, schema: publicPage },
    refusals: [402, 404, 422, 500],
  },
  {
    method: 'GET',
    path: `${shop}/ratings`,
    summary: 'Read ratings of products',
    description: 'At most 100 handles, separated by commas. Unknown products are left out.',
    feature: 'headless',
    query: z.object({ handles: text }),
    answer: { type: json, schema: publicRatings },
    refusals: [402, 404, 422, 500],
  },
  {
    method: 'GET',
    path: `${shop}/products/:handle/structured-data`,
    summary: 'Read the structured data of a product',
    description: 'JSON-LD, safe in HTML; `{}` without reviews.',
    query: localeQuery.extend({ offer: z.literal('1').describe('Adds price, brand, SKU and GTIN.').optional() }),
    answer: { type: 'application/ld+json', schema: z.looseObject({}) },
    refusals: [404, 500],
  },
  {
    method: 'GET',
    path: `${shop}/graphql`,
    summary: 'Run a document of the public GraphQL',
    feature: 'headless',
    query: localeQuery.extend({
      query: text,
      variables: text.describe('JSON.').optional(),
      operationName: text.optional(),
    }),
    answer: { type: json, schema: z.looseObject({}) },
    refusals: [400, 402, 404, 422, 500],
  },
  {
    method: 'POST',
    path: `${shop}/graphql`,
    summary: 'Run a document of the public GraphQL, sent as a body',
    feature: 'headless',
    query: localeQuery,
    body: documentBody,
    answer: { type: json, schema: z.looseObject({}) },
    refusals: [400, 402, 404, 422, 500],
  },
  {
    method: 'GET',
    path: `${shop}/widgets/:key`,
    summary: 'Read a widget as a piece of HTML',
    description: 'Empty for an unknown shop, product or place, and for a widget that is turned off.',
    query: widgetQuery,
    answer: html,
    refusals: [422, 500],
  },
  {
    method: 'POST',
    path: `${shop}/products/:handle/reviews`,
    summary: 'Send a shopper’s review',
    description:
      'Send `Accept: application/json`. Also takes forms, then with `images`. One IP address may send 30 in ten minutes.',
    query: localeQuery,
    body: shopperReviewBody,
    answer: { type: json, schema: z.looseObject({ id: text, status: z.enum(['published', 'pending', 'hidden']) }) },
    refusals: [400, 404, 422, 429, 500],
  },
  {
    method: 'POST',
    path: `${shop}/reviews/:id/helpful`,
    summary: 'Vote for a review',
    description: 'One shopper counts once for each review. Send `Accept: application/json`.',
    query: localeQuery,
    body: z.object({ vote: z.enum(VOTES).default('helpful').optional() }),
    answer: {
      type: json,
      schema: dataAnswer(z.looseObject({ vote: z.enum(VOTES), helpful: count, unhelpful: count })),
    },
    refusals: [404, 422, 429, 500],
  },
  {
    method: 'POST',
    path: `${shop}/views`,
    summary: 'Count what came into view',
    body: z.object({ widgets: z.array(text).optional(), form: z.boolean().optional(), product: text.optional() }),
    answer: null,
    refusals: [400, 500],
  },
]

/** Pages and files for browsers, which the document leaves out. */
export const storefrontPages: readonly string[] = [
  `GET ${shop}/products/:handle/reviews/new`,
  `GET ${shop}/products/:handle/reviews/thanks`,
  `GET ${shop}/review-policy`,
  `GET ${shop}/reviews/:id/report`,
  `POST ${shop}/reviews/:id/report`,
  `POST ${shop}/account/reviews/:id`,
  `GET ${shop}/push/worker.js`,
  `POST ${shop}/push/subscriptions`,
]
