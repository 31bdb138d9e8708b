import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createClient, type SubscribePayload } from 'graphql-ws'
import { WebSocket } from 'ws'
import { productionEnv } from '../../testing/processes/production-env.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ env: { ...productionEnv, CANDOR_PLAYGROUND: '1' } })
})
afterAll(() => world.close())

const known = Object.values(
  JSON.parse(readFileSync(new URL('../../generated/persisted-documents.json', import.meta.url), 'utf8')) as Record<
    string,
    string
  >,
)
const documentOf = (name: string): string => known.find((text) => text.includes(name)) ?? ''

test('serves the playground in production if the operator enables it', async () => {
  const page = await world.inject({ method: 'GET', url: '/graphql' })
  expect([page.statusCode, page.body.length < 200_000]).toEqual([200, true])
})

test('answers only the admin’s own documents in production, and no introspection', async () => {
  for (const document of [
    '{ __schema { types { name } } }',
    '{ __type(name: "Shop") { name } }',
    '{ viewer { mode } }',
  ])
    expect((await world.graphql(document)).errors).toMatchObject([{ extensions: { code: 'documentUnknown' } }])
})

/** Returns the errors of a subscription. */
async function subscriptionErrors(asked: SubscribePayload): Promise<unknown> {
  const client = createClient({
    url: `${(await world.url()).replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { 'x-auth-token': world.token },
  })
  try {
    return await new Promise((resolve, reject) => {
      client.subscribe(asked, {
        next: ({ errors }) => resolve(errors),
        error: resolve,
        complete: () => reject(new Error('The subscription ended without an error.')),
      })
    })
  } finally {
    await client.dispose()
  }
}

describe('production suggests no names', () => {
  test('over HTTP', async () => {
    const { errors } = await world.graphql(documentOf('mutation useBulkStartMutation'), {
      input: { act: 'PUBLISHED', filtr: {} },
    })
    expect(errors?.length).toBeGreaterThan(0)
    expect(JSON.stringify(errors)).not.toContain('Did you mean')
  })

  test.each<[string, SubscribePayload, string]>([
    ['an unknown field', { query: 'subscription { reviewCountsChange { name } }' }, 'documentUnknown'],
    [
      'a variable of a wrong type',
      { query: documentOf('subscription useBulkProgressSubscription'), variables: { bulkId: { idd: 1 } } },
      '$bulkId',
    ],
    [
      'a mutation',
      { query: documentOf('mutation useBulkStartMutation'), variables: { input: { act: 'PUBLISHED', filtr: {} } } },
      'Send queries and mutations by POST',
    ],
  ])('over a websocket: %s', async (_name, asked, words) => {
    const errors = JSON.stringify(await subscriptionErrors(asked))
    expect(errors).toContain(words)
    expect(errors).not.toContain('Did you mean')
  })
})
