import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { buildSchema } from 'graphql'
import { mountedRoutes } from '../../testing/checks/mounted-routes.ts'
import { planActions } from '../../testing/checks/plan-actions.ts'
import { readPublishedApi, type PublishedApi } from '../../testing/open-api.ts'
import { unknownThings } from '../../testing/things.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { storefrontPages, storefrontTable } from './storefront-table.ts'

let world: World
let api: PublishedApi
beforeAll(async () => {
  world = await createWorld()
  api = await readPublishedApi(world)
})
afterAll(() => world.close())

describe.each(['/openapi.json', '/schema.graphql'])('%s', (url) => {
  test('is public, and answers 304 to its ETag', async () => {
    const { statusCode, headers } = await world.inject({ method: 'GET', url })
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([200, '*'])
    const again = await world.inject({ method: 'GET', url, headers: { 'if-none-match': String(headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})

test('publishes GraphQL’s schema with its descriptions', async () => {
  const { body } = await world.inject({ method: 'GET', url: '/schema.graphql' })
  expect(buildSchema(body).getType('Webhook')?.description).toBeTruthy()
})

test('passes redocly’s recommended rules', async () => {
  // Routers prefer fixed parts, and the specification names both paths of each ambiguous pair.
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-ambiguous-paths': 'off' } })
  const source = JSON.stringify(api.document)
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

const inRouter = ({ path, method }: { path: string; method: string }) =>
  `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`

test('describes each route of REST once, and no other', () => {
  const described = api.operations.map(inRouter).filter((name) => name.includes(' /api/'))
  const mounted = mountedRoutes(world).filter(
    (name) => name.includes(' /api/') && !/\/\*$|\/template\.csv$|\/api\/auth$/.test(name),
  )
  expect(described.sort()).toEqual(mounted.sort())
})

test('describes each endpoint of the storefront that isn’t a page for people', () => {
  const ofShops = mountedRoutes(world).filter((name) => name.includes('/storefront/:shopDomain/'))
  const described = storefrontTable.map(inRouter)
  expect([...described, ...storefrontPages].sort()).toEqual(ofShops.sort())
})

test('names the feature of each operation that a plan refuses', () => {
  const things = unknownThings()
  const unnamed = planActions.flatMap(({ feature, call, refusal }) => {
    const sent = call?.(things)
    if (sent?.transport !== 'rest' || refusal || sent.path.startsWith('/settings/')) return []
    const operation = api.find(sent.method, `/api${sent.path}`)
    return operation?.['x-feature'] === feature ? [] : [`${sent.method} ${sent.path}: ${feature}`]
  })
  expect([...new Set(unnamed)].filter((each) => !each.includes('/reviews/bulk'))).toEqual([])
})
