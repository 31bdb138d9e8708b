import { afterAll, beforeAll, expect, test } from '@jest/globals'
import createClient from 'openapi-fetch'
import type { ApiCall } from '../../testing/api-client.ts'
import { mutationText } from '../../testing/documents.ts'
import { namingReads, ownReads } from '../../testing/checks/read-calls.ts'
import { writeCalls } from '../../testing/checks/write-calls.ts'
import { readPublishedApi, type DescribedOperation, type PublishedApi } from '../../testing/open-api.ts'
import { addThings, listNamedThings, setPlan, type Things } from '../../testing/things.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let api: PublishedApi
let key: string
beforeAll(async () => {
  world = await createWorld({ plan: 'enterprise', env: { CANDOR_ROLE: 'web', CANDOR_KEY_REQUESTS: '5000' } })
  api = await readPublishedApi(world)
  const input = { name: 'Contract', scopes: ['READ', 'WRITE'] }
  const { data } = await world.graphql(mutationText('createApiKey').text, { input })
  key = (data as unknown as { r: { data: { key: string } } }).r.data.key
})
afterAll(() => world.close())

const calls = [...ownReads(), ...namingReads(), ...writeCalls].filter(
  ({ of1 }) => of1({ ids: {} } as Things).transport === 'rest',
)

/** Sends a call with a client that knows the API from its description alone. */
async function send(
  { method, path, body, file }: ApiCall,
  operation: DescribedOperation,
): Promise<{ status: number; headers: Headers; text: string }> {
  const { pathname, searchParams } = new URL(`/api${path}`, await world.url())
  const parts = pathname.split('/')
  const inPath = Object.fromEntries(
    operation.path.split('/').flatMap((part, at) => (part.startsWith('{') ? [[part.slice(1, -1), parts[at]]] : [])),
  )
  const token = operation['x-person-only'] ? await world.idToken() : key
  let text = ''
  const client = createClient<Record<string, never>>({
    baseUrl: await world.url(),
    fetch: async (request) => {
      const answer = await fetch(request)
      text = await answer.clone().text()
      return answer
    },
    headers: { authorization: `Bearer ${token}` },
  })
  const form = new FormData()
  if (file) form.set('file', new Blob([file.bytes as Uint8Array<ArrayBuffer>]), file.name)
  const options = {
    params: { path: inPath, query: Object.fromEntries(searchParams) },
    parseAs: 'stream',
    ...(file ? { body: form, bodySerializer: (sent: FormData) => sent } : body !== undefined && { body }),
  }
  const { response } = await client.request(method.toLowerCase() as never, operation.path as never, options as never)
  return { status: response.status, headers: response.headers, text }
}

test('every operation answers as its description says', async () => {
  const faults: string[] = []
  const seen = new Set<string>()
  for (const { name, of1 } of calls) {
    await setPlan(world, world.shop, 'enterprise')
    const call = of1(await addThings(world, world.shop, { needed: listNamedThings(of1) }))
    const operation = api.find(call.method, `/api${call.path.split('?')[0]}`)
    if (!operation) {
      faults.push(`${name}: not described`)
      continue
    }
    seen.add(`${operation.method} ${operation.path}`)
    const { status, headers, text } = await send(call, operation)
    const fault = api.check(operation, { status, type: headers.get('content-type') ?? '', text })
    if (fault) faults.push(`${name}: ${fault}`)
    if (status >= 500) faults.push(`${name}: ${status}`)
    if (!operation['x-person-only'] && !headers.has('ratelimit')) faults.push(`${name}: no rate limit, ${text}`)
  }
  expect(faults).toEqual([])
  const unseen = api.operations.filter(({ path }) => path.startsWith('/api/'))
  expect(unseen.map(({ method, path }) => `${method} ${path}`).filter((each) => !seen.has(each))).toEqual([])
}, 300_000)
