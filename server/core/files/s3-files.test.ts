import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { openS3Files } from './s3-files.ts'

let server: Server
let put: { url: string | undefined; headers: IncomingHttpHeaders; body: Buffer } | undefined
beforeAll(async () => {
  server = createServer(
    (request, response) =>
      void buffer(request).then((body) => {
        put = { url: request.url, headers: request.headers, body }
        response.setHeader('etag', '"x"').end()
      }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const open = () =>
  openS3Files(
    {
      bucket: 'shop',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      accessKeyId: 'a',
      secretAccessKey: 'b',
    },
    'https://app.test/media',
  )

test('stores a stream of unknown length in one put that any compatible store accepts', async () => {
  const files = await open()
  const pieces = Array.from({ length: 200 }, (_none, at) => `${at};`.padEnd(1_000, 'x'))
  await files.put('0193/exports/abc', Readable.from(pieces, { objectMode: false }), { contentType: 'text/csv' })
  expect(put).toMatchObject({
    url: '/shop/0193/exports/abc?x-id=PutObject',
    headers: { 'content-length': '200000', 'content-type': 'text/csv' },
  })
  expect(put?.headers['content-encoding']).toBeUndefined()
  expect(put?.body.toString()).toBe(pieces.join(''))
})

test('stores nothing of a stream that breaks off', async () => {
  const files = await open()
  put = undefined
  const broken = Readable.from(
    (function* () {
      yield 'half'
      throw new Error('Broken off')
    })(),
    { objectMode: false },
  )
  await expect(files.put('0193/exports/abc', broken, { contentType: 'text/csv' })).rejects.toThrow('Broken off')
  expect(put).toBeUndefined()
})
