import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { productionEnv } from '../testing/production-env.ts'
import { createWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ env: { ...productionEnv, CANDOR_PLAYGROUND: '1' } })
})
afterAll(() => world.close())

const known = Object.values(JSON.parse(readFileSync(new URL('../generated/persisted-documents.json', import.meta.url), 'utf8')) as Record<string, string>)
const documentOf = (name: string): string => known.find((text) => text.includes(name)) ?? ''

test('production has the playground where the operator turns it on', async () => {
  const page = await world.inject({ method: 'GET', url: '/graphql' })
  expect([page.statusCode, page.body.length < 200_000]).toEqual([200, true])
})

test('production answers the admin’s own documents only, and nobody’s introspection', async () => {
  for (const document of ['{ __schema { types { name } } }', '{ __type(name: "Shop") { name } }', '{ viewer { mode } }'])
    expect((await world.graphql(document)).errors).toMatchObject([{ extensions: { code: 'documentUnknown' } }])
})

test('production suggests no names of fields', async () => {
  const { errors } = await world.graphql(documentOf('mutation useBulkStartMutation'), { input: { act: 'PUBLISHED', filtr: {} } })
  expect(errors?.length).toBeGreaterThan(0)
  expect(JSON.stringify(errors)).not.toContain('Did you mean')
})
