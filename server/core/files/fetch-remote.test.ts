import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from '@jest/globals'
import { fetchRemote, publicWeb } from './fetch-remote.ts'
import type { Guard } from './fetch-remote.ts'
import { isPublicAddress } from './public-address.ts'

const limits = { maxBytes: 1000, timeoutMs: 2000, accept: ['image/*'] }

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** Starts a local server that the guard treats as the public host `cdn.test`; all else stays forbidden. */
async function cdn(listener: RequestListener) {
  const hosts: (string | undefined)[] = []
  const server = createServer((request, response) => {
    hosts.push(request.headers.host)
    listener(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const resolved: string[] = []
  const guard: Guard = {
    async resolve(host) {
      resolved.push(host)
      return [{ address: host === 'inside.test' ? '10.0.0.7' : '127.0.0.1', family: 4 }]
    },
    allows: (address, at) =>
      (address === '127.0.0.1' && at === port && resolved.length > 0) || isPublicAddress(address),
  }
  return { url: `http://cdn.test:${port}`, guard, hosts, resolved, port }
}

const image =
  (body: string): RequestListener =>
  (_, response) =>
    response.setHeader('content-type', 'image/png; x=y').end(body)

describe('fetching a remote file', () => {
  test('returns its bytes and type from the checked address', async () => {
    const { url, guard, resolved } = await cdn(image('bytes'))
    expect(await fetchRemote(`${url}/a.png`, limits, guard)).toEqual({
      bytes: Buffer.from('bytes'),
      contentType: 'image/png',
    })
    expect(resolved).toEqual(['cdn.test'])
  })

  test('follows redirects and checks each', async () => {
    const { url, guard } = await cdn((request, response) => {
      if (request.url === '/a') response.writeHead(302, { location: '/b' }).end()
      else response.setHeader('content-type', 'image/png').end('b')
    })
    expect((await fetchRemote(`${url}/a`, limits, guard)).bytes.toString()).toBe('b')
  })

  test.each([
    'http://169.254.169.254/latest',
    'http://[::1]/',
    'http://inside.test/',
    'file:///etc/passwd',
    'http://user:pw@cdn.test/',
    'gopher://x',
  ])('refuses a redirect to %s', async (location) => {
    const { url, guard } = await cdn((_, response) => response.writeHead(302, { location }).end())
    await expect(fetchRemote(url, limits, guard)).rejects.toMatchObject({ problem: 'address' })
  })

  test('stops at a redirect loop', async () => {
    const { url, guard, hosts } = await cdn((_, response) => response.writeHead(302, { location: '/' }).end())
    await expect(fetchRemote(url, limits, guard)).rejects.toMatchObject({ problem: 'redirects' })
    expect(hosts).toHaveLength(4)
  })

  test('refuses a body that is too large, announced or not', async () => {
    const announced = await cdn((_, response) =>
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': '5000' }).end('x'.repeat(5000)),
    )
    await expect(fetchRemote(announced.url, limits, announced.guard)).rejects.toMatchObject({
      problem: 'tooLarge',
      retry: false,
    })
    const streamed = await cdn((_, response) => {
      response.setHeader('content-type', 'image/png')
      response.write('x'.repeat(900))
      response.end('x'.repeat(900))
    })
    await expect(fetchRemote(streamed.url, limits, streamed.guard)).rejects.toMatchObject({ problem: 'tooLarge' })
  })

  test('refuses other types and statuses, and says whether a retry may help', async () => {
    const page = await cdn((_, response) => response.setHeader('content-type', 'text/html').end('<html>'))
    await expect(fetchRemote(page.url, limits, page.guard)).rejects.toMatchObject({ problem: 'type', retry: false })
    const gone = await cdn((_, response) => response.writeHead(404).end())
    await expect(fetchRemote(gone.url, limits, gone.guard)).rejects.toMatchObject({ problem: 'status', retry: false })
    const busy = await cdn((_, response) => response.writeHead(503).end())
    await expect(fetchRemote(busy.url, limits, busy.guard)).rejects.toMatchObject({ problem: 'status', retry: true })
  })

  test('sends the given headers and body, to allowed addresses only', async () => {
    const seen: (string | undefined)[] = []
    const { url, guard, hosts } = await cdn((request, response) => {
      seen.push(request.headers['x-token']?.toString())
      if (request.url === '/a') response.writeHead(302, { location: 'http://other.test/' }).end()
      else image('b')(request, response)
    })
    const options = {
      ...limits,
      headers: { 'x-token': 'secret' },
      mayAsk: ({ hostname }: URL) => hostname === 'cdn.test',
    }
    expect((await fetchRemote(`${url}/b`, options, guard)).bytes.toString()).toBe('b')
    await expect(fetchRemote(`${url}/a`, options, guard)).rejects.toMatchObject({ problem: 'address' })
    expect(seen).toEqual(['secret', 'secret'])
    expect(hosts).toHaveLength(2)
  })

  test.each([
    ['7', 7],
    ['0', 0],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['soon', null],
    [undefined, null],
  ])('returns the requested delay: %s', async (header, retryAfter) => {
    const busy = await cdn((_, response) =>
      response.writeHead(429, header === undefined ? {} : { 'retry-after': header }).end(),
    )
    await expect(fetchRemote(busy.url, limits, busy.guard)).rejects.toMatchObject({
      problem: 'status',
      status: 429,
      retryAfter,
      retry: true,
    })
  })

  test('reports a failure without path or query', async () => {
    const { guard } = await cdn(image('b'))
    const failed: unknown = await fetchRemote('http://cdn.test:1/private?api_token=secret', limits, {
      ...guard,
      allows: () => true,
    }).catch((error: unknown) => error)
    expect(String(failed)).toMatch(/^FetchRefused: /)
    expect(String(failed)).not.toContain('secret')
  })

  test('gives up on a name that does not resolve', async () => {
    const { url, guard } = await cdn(image('b'))
    const silent: Guard = { ...guard, resolve: () => new Promise(() => undefined) }
    await expect(fetchRemote(url, { ...limits, timeoutMs: 150 }, silent)).rejects.toMatchObject({
      problem: 'timeout',
      retry: true,
    })
  })

  test('ignores a name’s refusal after giving up', async () => {
    const { url, guard } = await cdn(image('b'))
    let refuse: (error: Error) => void = () => undefined
    const late: Guard = {
      ...guard,
      resolve: () =>
        new Promise((_resolve, reject) => {
          refuse = reject
        }),
    }
    await expect(fetchRemote(url, { ...limits, timeoutMs: 50 }, late)).rejects.toMatchObject({ problem: 'timeout' })
    refuse(new Error('ESERVFAIL'))
  })

  test('gives up on a body that never ends', async () => {
    const { url, guard } = await cdn((_, response) => {
      response.setHeader('content-type', 'image/png')
      response.write('x')
    })
    await expect(fetchRemote(url, { ...limits, timeoutMs: 150 }, guard)).rejects.toMatchObject({
      problem: 'timeout',
      retry: true,
    })
  })
})

describe('the default guard', () => {
  const inside = [
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://127.0.0.1.nip.test@10.0.0.1/',
    'http://0/',
    'http://10.1.2.3/',
    'http://172.31.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[ff02::1]/',
    'http://[2001:0:1::]/',
    'http://①②⑦.⓪.⓪.①/',
    'http://localhost/',
    'http://8.8.8.8:22/',
    'ftp://8.8.8.8/',
    'not an address',
    '//x',
    '',
  ]
  test.each(inside)('refuses %j', async (url) => {
    // Even a faulty guard sends nothing out of this machine.
    const allowed: string[] = []
    const closed: Guard = {
      ...publicWeb,
      allows: (address, port, host) => (publicWeb.allows(address, port, host) && allowed.push(address), false),
    }
    await expect(fetchRemote(url, limits, closed)).rejects.toMatchObject({ problem: 'address' })
    expect(allowed).toEqual([])
  })

  test.each([
    ...['8.8.8.8', '93.184.216.34', '2606:4700::1111', '172.32.0.1', '168.63.129.17'].map(
      (address) => [address, true] as const,
    ),
    // Metadata services of clouds, which hold secrets.
    ...[
      '169.254.169.254',
      '168.63.129.16',
      '100.100.100.200',
      '192.0.0.192',
      'fd00:ec2::254',
      'fd20:ce::254',
      '161.26.0.10',
      '166.9.1.1',
    ].map((address) => [address, false] as const),
    ...[
      '192.175.48.1',
      '198.18.0.1',
      '255.255.255.255',
      '2620:4f:8000::1',
      '3fff::1',
      '5f00::1',
      '::7f00:1',
      'fe80::1%eth0',
      '127.1',
    ].map((address) => [address, false] as const),
  ])('treats %s as public: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic)
  })
})
