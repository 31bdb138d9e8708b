// node:http and one prepared statement that builds the whole response in PostgreSQL: the upper limit over HTTP.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { readArgument, reportReady } from './child.ts'
import { connectionOf, type DatabaseAddress } from './bench-database.ts'

const { reach, text, values } = readArgument<{ reach: DatabaseAddress; text: string; values: unknown[] }>()
const pool = new pg.Pool({ ...connectionOf(reach), max: 10 })
pool.on('error', () => undefined)

/** The last part of the path, if any, is the statement's last parameter. */
const server = createServer((request, response) => {
  const last = /\/products\/([^/?]+)/.exec(request.url ?? '')?.[1]
  request.resume()
  pool
    .query<{ body: string }>({ name: 'answer', text, values: last ? [...values, decodeURIComponent(last)] : values })
    .then(
      ({ rows }) => {
        const body = Buffer.from(rows[0]?.body ?? 'null')
        response
          .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
          .end(body)
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
})
server.listen(0, '127.0.0.1', () => reportReady(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
