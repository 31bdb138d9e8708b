import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from '@jest/globals'
import { fetchRemote, type Guard } from './fetch-remote.ts'
import { NoSuchName, resolveName } from './resolve-name.ts'

const open: (Socket | Server)[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await new Promise<void>((resolve) => one.close(() => resolve()))
})

const typeA = 1
const typeAaaa = 28
/** Bytes of the A and AAAA answers. `none` is NXDOMAIN, `broken` SERVFAIL; `silent` gets no answer. */
type Reply = { [typeA]?: number[]; [typeAaaa]?: number[] } | 'none' | 'broken' | 'silent'

const v4 = (address: string) => address.split('.').map(Number)
const v6 = [0x26, 0x06, 0x47, 0, ...Array<number>(10).fill(0), 0x11, 0x11]

/** Starts a local name server; returns its address and the names it was asked for. */
async function nameServer(names: Record<string, Reply>): Promise<{ servers: string[]; asked: string[] }> {
  const socket = createSocket('udp4')
  open.push(socket)
  const asked: string[] = []
  socket.on('message', (query, from) => {
    const { name, type, end } = question(query)
    asked.push(name)
    const reply = names[name] ?? 'none'
    if (reply !== 'silent') socket.send(answerTo(query.subarray(0, end), reply, type), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { servers: [`127.0.0.1:${socket.address().port}`], asked }
}

function question(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length).toLowerCase())
    at += 1 + length
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function answerTo(asked: Buffer, reply: Exclude<Reply, 'silent'>, type: number): Buffer {
  const bytes = typeof reply === 'string' ? undefined : reply[type as typeof typeA]
  const head = Buffer.from(asked)
  const code = reply === 'none' ? 3 : reply === 'broken' ? 2 : 0
  head.writeUInt16BE(0x8180 | code, 2)
  head.writeUInt16BE(bytes ? 1 : 0, 6)
  head.writeUInt32BE(0, 8)
  return Buffer.concat([
    head,
    Buffer.from(bytes ? [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 9, 0, bytes.length, ...bytes] : []),
  ])
}

const never = new AbortController().signal

describe('resolving a name', () => {
  test('returns addresses of both kinds, IPv4 first', async () => {
    const { servers } = await nameServer({
      'cdn.test': { [typeA]: v4('192.0.2.7'), [typeAaaa]: v6 },
      'six.test': { [typeAaaa]: v6 },
      'four.test': { [typeA]: v4('192.0.2.8') },
    })
    const six = { address: '2606:4700::1111', family: 6 }
    expect(await resolveName('cdn.test', never, servers)).toEqual([{ address: '192.0.2.7', family: 4 }, six])
    expect(await resolveName('six.test', never, servers)).toEqual([six])
    expect(await resolveName('four.test', never, servers)).toEqual([{ address: '192.0.2.8', family: 4 }])
  })

  test.each(['missing.test', 'empty.test', `${'a'.repeat(64)}.test`])(
    'recognizes a name without an address: %s',
    async (name) => {
      const { servers } = await nameServer({ 'empty.test': {} })
      await expect(resolveName(name, never, servers)).rejects.toThrow(NoSuchName)
    },
  )

  test('reports a failing name server as temporary', async () => {
    const { servers } = await nameServer({ 'ill.test': 'broken' })
    await expect(resolveName('ill.test', never, servers)).rejects.not.toThrow(NoSuchName)
  })

  test.each(['localhost', 'LOCALHOST.', 'a.localhost'])('resolves %s locally without a query', async (name) => {
    const { servers, asked } = await nameServer({})
    expect(await resolveName(name, never, servers)).toEqual([{ address: '127.0.0.1', family: 4 }])
    expect(asked).toEqual([])
  })

  test('stops when its caller aborts', async () => {
    const { servers } = await nameServer({ 'silent.test': 'silent' })
    await expect(resolveName('silent.test', AbortSignal.timeout(100), servers)).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    await expect(resolveName('silent.test', AbortSignal.abort(), servers)).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('fetching from a name', () => {
  const limits = { maxBytes: 1000, timeoutMs: 10_000, accept: ['image/*'] }
  const guardOf = (servers: string[], port: number): Guard => ({
    resolve: (host, signal) => resolveName(host, signal, servers),
    allows: (address, at) => address === '127.0.0.1' && at === port,
  })

  async function pictures(): Promise<number> {
    const server = createServer(
      (_, response) => void response.setHeader('content-type', 'image/png').setHeader('connection', 'close').end('p'),
    )
    open.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }

  test('uses the checked address, and refuses a name with any forbidden address', async () => {
    const port = await pictures()
    const { servers } = await nameServer({
      'cdn.test': { [typeA]: v4('127.0.0.1') },
      'both.test': { [typeA]: v4('127.0.0.1'), [typeAaaa]: v6 },
    })
    const guard = guardOf(servers, port)
    expect((await fetchRemote(`http://cdn.test:${port}/1.png`, limits, guard)).bytes.toString()).toBe('p')
    await expect(fetchRemote(`http://both.test:${port}/1.png`, limits, guard)).rejects.toMatchObject({
      problem: 'address',
      retry: false,
    })
  })

  test('distinguishes a missing name from a failing name server', async () => {
    const { servers } = await nameServer({ 'ill.test': 'broken' })
    await expect(fetchRemote('http://missing.test/1.png', limits, guardOf(servers, 80))).rejects.toMatchObject({
      problem: 'unreachable',
      retry: true,
      hostNotFound: true,
    })
    await expect(fetchRemote('http://ill.test/1.png', limits, guardOf(servers, 80))).rejects.toMatchObject({
      problem: 'unreachable',
      retry: true,
      hostNotFound: false,
    })
  })

  test('times out on a silent name server without delaying other names', async () => {
    const port = await pictures()
    const names = Array.from({ length: 12 }, (_one, at) => `silent-${at}.test`)
    const { servers } = await nameServer({
      ...Object.fromEntries(names.map((name) => [name, 'silent' as const])),
      'cdn.test': { [typeA]: v4('127.0.0.1') },
    })
    const guard = guardOf(servers, port)
    let ended = 0
    const silent = names.map((name) =>
      fetchRemote(`http://${name}:${port}/1.png`, limits, guard)
        .catch((error: unknown) => error)
        .finally(() => ended++),
    )
    await fetchRemote(`http://cdn.test:${port}/1.png`, limits, guard)
    await lookup('localhost')
    expect(ended).toBe(0)
    for (const refused of await Promise.all(silent))
      expect(refused).toMatchObject({ problem: 'timeout', retry: true, hostNotFound: false })
  })
})
