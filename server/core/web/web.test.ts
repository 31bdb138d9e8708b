import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { openWeb } from '../files/web.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { makeGuard, localTargets } from './local-targets.ts'
import { basic, bearer, encodeRequest, hmacSha256 } from './request.ts'

interface Seen {
  method: string
  path: string
  contentType: string | undefined
  signature: string | undefined
  body: string
}

const seen: Seen[] = []
const server = createServer((request, response) => {
  let body = ''
  request
    .setEncoding('utf8')
    .on('data', (chunk: string) => {
      body += chunk
    })
    .on('end', () => {
      const { method = '', url: path = '', headers } = request
      seen.push({
        method,
        path,
        contentType: headers['content-type'],
        signature: headers['x-signature']?.toString(),
        body,
      })
      if (path === '/moved') response.writeHead(307, { location: '/elsewhere' }).end()
      else if (path === '/large') response.end('x'.repeat(5000))
      else response.writeHead(path === '/refused' ? 422 : 200, { 'retry-after': '7' }).end('{"ok":true}')
    })
})
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

const production = (targets: string[] = []) =>
  openWeb({
    guard: makeGuard(
      localTargets({ CANDOR_LOCAL_TARGETS: targets, CANDOR_MODE: 'production' }, 'https://reviews.example.com'),
    ),
  })
const limits = { timeoutMs: 2000, maxBytes: 1000 }
const send = (path: string, request: Parameters<typeof encodeRequest>[0], host = 'localhost') =>
  production([`${host}:${port}`]).send({
    url: `http://${host}:${port}${path}`,
    method: request.method,
    ...encodeRequest(request),
    ...limits,
  })

describe('a request to a service', () => {
  test('carries its JSON and a signature over the bytes that arrive', async () => {
    const sign = hmacSha256({ header: 'x-signature', secret: 'key', encoding: 'hex' })
    expect(await send('/a', { method: 'POST', path: '/a', json: { name: 'Müller' }, sign })).toMatchObject({
      status: 200,
      text: '{"ok":true}',
      headers: { 'retry-after': '7' },
    })
    const body = '{"name":"Müller"}'
    expect(seen.at(-1)).toEqual({
      method: 'POST',
      path: '/a',
      contentType: 'application/json',
      body,
      signature: createHmac('sha256', 'key').update(body).digest('hex'),
    })
  })

  test.each(['PUT', 'DELETE'] as const)('is sent as %s with a form', async (method) => {
    await send('/b', { method, path: '/b', form: { a: '1 & 2' } })
    expect(seen.at(-1)).toMatchObject({ method, body: 'a=1+%26+2', contentType: 'application/x-www-form-urlencoded' })
  })

  test('follows no redirect, accepts any status and refuses an endless response', async () => {
    expect((await send('/moved', { method: 'POST', path: '/', json: {} })).status).toBe(307)
    expect(seen.at(-1)?.path).toBe('/moved')
    expect((await send('/refused', { method: 'POST', path: '/', json: {} })).status).toBe(422)
    await expect(send('/large', { method: 'GET', path: '/' })).rejects.toMatchObject({ problem: 'tooLarge' })
  })

  test('supports bearer and basic credentials', () => {
    expect([bearer('t')(''), bearer('t', 'Key')(''), basic('u', 'p')('')]).toEqual([
      { authorization: 'Bearer t' },
      { authorization: 'Key t' },
      { authorization: 'Basic dTpw' },
    ])
  })
})

test('reaches a private address only by the name and port of a listed local target', async () => {
  const get = (targets: string[], host: string) =>
    production(targets)
      .send({ url: `http://${host}:${port}/c`, method: 'GET', ...limits })
      .then(
        ({ status }) => status,
        (error: unknown) => (error as { problem: string }).problem,
      )
  expect(await get([], 'localhost')).toBe('address')
  expect(await get(['localhost:1', `other.test:${port}`], 'localhost')).toBe('address')
  expect(await get([`localhost:${port}`], '127.0.0.1')).toBe('address')
  expect(await get([`localhost:${port}`], 'localhost')).toBe(200)
})

describe('the demo', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  const records = (payload: object) => world.inject({ method: 'POST', url: '/demo/dns', payload })

  test('answers DNS from its records and knows no other name', async () => {
    const { dns } = world.ctx
    await expect(dns.lookUp('mail.shop.test', 'TXT')).rejects.toMatchObject({ name: 'NoSuchName' })
    expect((await records({ name: 'Mail.shop.test.', type: 'TXT', values: ['v=spf1 -all'] })).statusCode).toBe(200)
    expect(await dns.lookUp('mail.shop.test', 'TXT')).toEqual(['v=spf1 -all'])
    expect(await dns.lookUp('mail.shop.test', 'MX')).toEqual([])
    await records({ name: 'mail.shop.test', type: 'TXT', values: [] })
    await expect(dns.lookUp('mail.shop.test', 'TXT')).rejects.toMatchObject({ name: 'NoSuchName' })
    expect((await records({ name: 'x', type: 'ANY', values: [] })).statusCode).toBe(422)
  })
})
