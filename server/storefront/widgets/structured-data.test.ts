import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import Validator from '@adobe/structured-data-validator'
import WebAutoExtractor from '@marbec/web-auto-extractor'
import { saveSetting } from '../../shop/settings/settings.ts'
import { demoShopDomain } from '../../demo/catalog/catalog.ts'
import { renderBlocks } from '../../demo/theme/liquid.ts'
import { makeContext } from '../../core/context.ts'
import { createDemoWorld, type DemoWorld } from '../../testing/demo-world.ts'

const handle = 'hillside-mug'
let demo: DemoWorld
let validator: InstanceType<typeof Validator>
beforeAll(async () => {
  demo = await createDemoWorld()
  validator = new Validator(vocabulary())
})
afterAll(() => demo.close())

/** Returns the vocabulary of schema.org in the validator's format, from its package's statements. */
function vocabulary(): object {
  const quads = readFileSync(createRequire(import.meta.url).resolve('@vocabulary/schema/schema.nq'), 'utf8')
  const entities = new Map<string, Record<string, unknown>>()
  const fields: Record<string, string> = { subClassOf: 'rdfs:subClassOf', domainIncludes: 'schema:domainIncludes' }
  for (const [, id = '', name = '', value = ''] of quads.matchAll(/^<([^>]+)> <[^>]*[/#](\w+)> <([^>]+)>/gm)) {
    const entity = entities.get(id) ?? { '@id': id }
    entities.set(id, entity)
    if (name === 'type' && /#(Class|Property)$/.test(value))
      entity['@type'] = value.endsWith('#Class') ? 'rdfs:Class' : 'rdf:Property'
    const field = fields[name]
    if (field) entity[field] = [...((entity[field] as object[] | undefined) ?? []), { '@id': value }]
  }
  return { '@graph': [...entities.values()] }
}

interface Found {
  jsonld?: Record<string, Entity[]>
  microdata?: Record<string, Entity[]>
  rdfa?: Record<string, Entity[]>
  errors?: unknown[]
}
type Entity = Record<string, unknown>

interface Issue {
  severity: string
  errorType?: string
  fieldNames: string[]
}

/** Parses a page with a third-party library, and returns violations of schema.org's and Google's rules. */
async function inspect(html: string): Promise<{ entities: Entity[]; errors: Issue[] }> {
  const found = new WebAutoExtractor({ addLocation: true, embedSource: ['rdfa', 'microdata'] }).parse(html) as Found
  expect(found.errors ?? []).toEqual([])
  const issues = await validator.validate(found)
  // The validator only warns about properties unknown to schema.org.
  const entities = [found.jsonld, found.microdata, found.rdfa].flatMap((kind) => Object.values(kind ?? {}).flat())
  return {
    entities,
    errors: issues.filter(({ severity, errorType }) => severity === 'ERROR' || errorType === 'schemaOrg'),
  }
}

const read = async (path: string) => {
  const answer = await fetch(`${demo.url}${path}`)
  expect(answer.status).toBe(200)
  return answer.text()
}
const script = (json: string) => `<script type="application/ld+json">${json}</script>`
const rated = {
  '@type': 'Product',
  name: 'Hillside Mug',
  image: expect.any(String),
  aggregateRating: { '@type': 'AggregateRating' },
}
const sold = {
  ...rated,
  brand: { '@type': 'Brand', name: 'Fernhill Goods' },
  sku: expect.any(String),
  gtin: expect.any(String),
  offers: { '@type': 'Offer', priceCurrency: 'USD' },
}
const reviewsOf = ([product]: Entity[]) => (product?.['review'] ?? []) as Entity[]

/** Checks that a page has one valid product with rated reviews, and nothing else. */
async function checkProduct(html: string, expected: object): Promise<void> {
  const { entities, errors } = await inspect(html)
  expect(errors).toEqual([])
  expect(entities).toMatchObject([expected])
  expect(reviewsOf(entities).length).toBeGreaterThan(0)
  for (const review of reviewsOf(entities))
    expect(review).toMatchObject({
      '@type': 'Review',
      author: { '@type': 'Person' },
      reviewRating: { '@type': 'Rating' },
    })
}

const ctx = async () => {
  const { deps } = demo.app
  return makeContext(
    deps,
    await deps.access
      .acrossShops('the demo platform')
      .shop.findUniqueOrThrow({ where: { shopifyDomain: demoShopDomain } }),
    { kind: 'system', name: 'test' },
  )
}
const structuredData = async (query = '') =>
  script(await read(`/storefront/${demoShopDomain}/products/${handle}/structured-data${query}`))

describe('a third-party validator finds', () => {
  test('one valid product in a product page, with its rating, reviews and offer', async () => {
    await checkProduct(await read(`/demo/store/products/${handle}`), sold)
  })

  test('no error in the page of all reviews, and no rating of the shop itself', async () => {
    expect(await inspect(await read('/demo/store/reviews'))).toEqual({ entities: [], errors: [] })
  })

  test('the same product in the output of the theme app extension', async () => {
    const shop = await ctx()
    const product = await shop.db.product.findFirstOrThrow({ where: { shopId: shop.shop.id, handle } })
    const markup = await renderBlocks(shop, {
      pageType: 'product',
      path: `/products/${handle}`,
      locale: 'en',
      blocks: ['starRating', 'reviewBox', 'submitForm'],
      product,
    })
    await checkProduct(Object.values(markup).join('\n'), sold)
  })

  test('the same product in the data for headless storefronts', async () => {
    await checkProduct(await structuredData(), sold)
  })

  test('no offer where the theme’s own markup has the product, which this one extends', async () => {
    await saveSetting(await ctx(), 'general', { richSnippetProduct: false })
    let found = await inspect(await structuredData())
    // A job that rendered before the save may send its values after it; the next one replaces them.
    while (found.errors.length === 0) found = await inspect(await structuredData())
    const { entities, errors } = found
    expect(entities).toMatchObject([{ ...rated, '@id': expect.stringMatching(/#product$/) }])
    // Google requires an offer for merchant listings only; the theme's markup has it.
    expect(errors).toMatchObject([{ fieldNames: ['offers'] }])
    await checkProduct(await structuredData('?offer=1'), sold)
  })

  test('the errors in an invalid product', async () => {
    const { errors } = await inspect(
      script(
        JSON.stringify({
          '@context': 'https://schema.org',
          '@type': 'Product',
          name: 'Mug',
          image: 'https://shop.test/a.webp',
          madeUp: 'x',
          aggregateRating: { '@type': 'AggregateRating', ratingValue: 9, reviewCount: 1 },
        }),
      ),
    )
    expect(errors.flatMap(({ fieldNames }) => fieldNames).toSorted()).toEqual(['madeUp', 'offers', 'ratingValue'])
  })
})
