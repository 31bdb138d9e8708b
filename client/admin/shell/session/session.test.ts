import { jest } from '@jest/globals'
import { RequestFailed, send } from '../relay/request.ts'
import { afterLogin, embeddedSession, loginAddress, standaloneSession, type Session } from './session.ts'

const retry = { 'X-Shopify-Retry-Invalid-Session-Request': '1' }
const reauthorize = { 'X-Shopify-API-Request-Failure-Reauthorize': '1' }

/** Fakes the browser's fetch with responses in order, and records each request's headers. */
function serverAnswering(...answers: (Response | Error)[]) {
  const sent: Headers[] = []
  jest.spyOn(globalThis, 'fetch').mockImplementation((_path, init) => {
    sent.push(new Headers(init?.headers))
    const next = answers.shift() ?? new Response('{}')
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next)
  })
  return sent
}

function embedded() {
  const left: (string | null)[] = []
  let token = 0
  const session: Session = {
    mode: 'embedded',
    restPrefix: '/api',
    credentials: () => Promise.resolve({ authorization: `Bearer ${String(++token)}` }),
    present: () => true,
    handleRefusal: (url) => left.push(url) > 0,
  }
  return { session, left }
}

afterEach(() => jest.restoreAllMocks())

test('renews a possibly stale proof once', async () => {
  const sent = serverAnswering(new Response('', { status: 401, headers: retry }), new Response('{"a":1}'))
  const { session, left } = embedded()
  await expect(send(session, '/graphql').then((response) => response.json())).resolves.toEqual({ a: 1 })
  expect(sent.map((headers) => headers.get('authorization'))).toEqual(['Bearer 1', 'Bearer 2'])
  expect(left).toEqual([])
})

test('ends the session after a proof is refused twice', async () => {
  const sent = serverAnswering(
    new Response('', { status: 401, headers: retry }),
    new Response('', { status: 401, headers: retry }),
  )
  const { session, left } = embedded()
  await expect(send(session, '/graphql')).rejects.toMatchObject({ kind: 'session' })
  expect(sent).toHaveLength(2)
  expect(left).toEqual([null])
})

test('follows a reauthorize header (spec 8)', async () => {
  serverAnswering(
    new Response('', {
      status: 403,
      headers: { ...reauthorize, 'X-Shopify-API-Request-Failure-Reauthorize-Url': '/api/auth?shop=a' },
    }),
  )
  const { session, left } = embedded()
  await expect(send(session, '/api/shops')).rejects.toBeInstanceOf(RequestFailed)
  expect(left).toEqual(['/api/auth?shop=a'])
})

describe('the embedded admin, refused', () => {
  const refused = () => {
    const left: string[] = []
    return { session: embeddedSession((url) => left.push(url)), left }
  }

  beforeEach(() => {
    sessionStorage.clear()
    Object.assign(window, {
      shopify: { config: { shop: 'a-shop.myshopify.com' }, idToken: () => Promise.resolve('t') },
    })
  })
  afterEach(() => Reflect.deleteProperty(window, 'shopify'))

  test('names its shop if the URL is ours', async () => {
    serverAnswering(new Response('', { status: 401 }))
    const { session, left } = refused()
    await expect(send(session, '/graphql')).rejects.toMatchObject({ kind: 'session' })
    expect(left).toEqual(['/api/auth?shop=a-shop.myshopify.com'])
  })

  test('does not redirect in a loop: the page shows the error', async () => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000)
    serverAnswering(...[1, 2, 3, 4].map(() => new Response('', { status: 401 })))
    const before = refused()
    for (const path of ['/graphql', '/api/shops'])
      await expect(send(before.session, path)).rejects.toMatchObject({ kind: 'session' })
    expect(before.left).toHaveLength(1)
    const after = refused()
    await expect(send(after.session, '/graphql')).rejects.toMatchObject({ kind: 'server', status: 401 })
    expect(after.left).toEqual([])
    now.mockReturnValue(1_800_000_061_000)
    await expect(send(after.session, '/graphql')).rejects.toMatchObject({ kind: 'session' })
    expect(after.left).toHaveLength(1)
  })
})

test('distinguishes no response from a refusal', async () => {
  serverAnswering(new TypeError('Failed to fetch'))
  await expect(send(embedded().session, '/graphql')).rejects.toMatchObject({ kind: 'offline' })
})

test('limits each request to 60 seconds (spec 7)', async () => {
  const given = jest
    .spyOn(AbortSignal, 'timeout')
    .mockReturnValue(AbortSignal.abort(new DOMException('', 'TimeoutError')))
  serverAnswering(new DOMException('', 'TimeoutError'))
  await expect(send(embedded().session, '/graphql')).rejects.toMatchObject({ kind: 'timeout' })
  expect(given).toHaveBeenCalledWith(60_000)
})

test('deletes a refused token and opens the login, which leads back', async () => {
  serverAnswering(new Response('', { status: 401 }))
  const left: string[] = []
  history.replaceState(null, '', '/reviews/list?statusFilter=pending')
  const session = standaloneSession(localStorage, (url) => left.push(url))
  session.keep('t1')
  const sent = serverAnswering(new Response('', { status: 401 }))
  await expect(send(session, '/graphql')).rejects.toMatchObject({ kind: 'session' })
  expect(sent[0]?.get('x-auth-token')).toBe('t1')
  expect(session.present()).toBe(false)
  expect(left).toEqual(['/auth/login?next=%2Freviews%2Flist%3FstatusFilter%3Dpending'])
})

test.each([
  ['/reviews/list?page=2', '/reviews/list?page=2'],
  [null, '/'],
  ['https://evil.test', '/'],
  ['//evil.test', '/'],
  ['/\\evil.test', '/'],
  ['/\t/evil.test', '/'],
  ['/.//evil.test', '/'],
  ['//[', '/'],
  ['/reviews/list#top', '/reviews/list#top'],
  ['javascript:alert(1)', '/'],
])('after the login %s leads to %s', (next, expected) => {
  expect(afterLogin(next)).toBe(expected)
})

test('does not lead from the login back to itself', () => {
  expect(loginAddress('/auth/login')).toBe('/auth/login')
  expect(loginAddress('/')).toBe('/auth/login')
})
