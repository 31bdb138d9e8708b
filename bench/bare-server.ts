// A node:http server that replays another server's responses from memory: the upper limit over HTTP.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readArgument, reportReady } from './child.ts'
import { fetchAnswer } from './load.ts'
import { fragmentReads, pageReads, zipped } from './storefront-reads.ts'

interface Kept {
  etag: string
  headers: string[]
  body: Buffer
  notModified: string[]
}

/** Headers that node:http adds. */
const own = new Set(['date', 'connection', 'keep-alive'])

const { url, shopDomain } = readArgument<{ url: string; shopDomain: string }>()
const kept = new Map<string, Kept>()
for (const asked of zipped([...fragmentReads(shopDomain), ...pageReads(shopDomain)])) {
  const { etag, rawHeaders, body } = await fetchAnswer(url, asked)
  const unchanged = await fetchAnswer(url, { ...asked, headers: { ...asked.headers, 'if-none-match': etag } })
  if (unchanged.status !== 304) throw new Error(`${asked.path} answered ${unchanged.status} to its own ETag.`)
  kept.set(asked.path, { etag, headers: withoutOwn(rawHeaders), body, notModified: withoutOwn(unchanged.rawHeaders) })
}

// Candor's own time: Node sends it as a header.
const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
  const answer = kept.get(request.url ?? '')
  if (!answer) response.writeHead(404).end()
  else if (request.headers['if-none-match'] === answer.etag) response.writeHead(304, answer.notModified).end()
  else response.writeHead(200, answer.headers).end(answer.body)
})
server.listen(0, '127.0.0.1', () => reportReady(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))

/** Names and values alternate. */
function withoutOwn(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, index) => !own.has((rawHeaders[index - (index % 2)] ?? '').toLowerCase()))
}
