// Candor over HTTP on the benchmark's database, in its own process. "count" starts to count SQL statements; "counted"
// returns the number.
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { compose } from '../server/app/compose.ts'
import { keepMemorySmall } from '../server/core/memory.ts'
import { emptyPageCache } from '../server/storefront/widgets/pages/page-cache.ts'
import { readArgument, reportReady } from './child.ts'
import { benchEnv } from './app.ts'
import { reachDatabase, type DatabaseAddress } from './bench-database.ts'

keepMemorySmall()
const {
  reach,
  uncached,
  role = 'web',
  variables = {},
} = readArgument<{
  reach: DatabaseAddress
  uncached?: boolean
  role?: 'web' | 'all'
  variables?: Record<string, string>
}>()
const statements: string[] = []
let counting = false
countStatements()

const app = await compose({ env: benchEnv({ CANDOR_ROLE: role, ...variables }), database: await reachDatabase(reach) })
if (uncached) app.http.server.prependListener('request', () => emptyPageCache())
await app.http.listen({ port: 0, host: '127.0.0.1' })
reportReady(`http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`, (question) => {
  counting = question === 'count'
  return counting ? null : statements.splice(0)
})

/** All database access uses pg's Client. */
function countStatements(): void {
  const client = pg.Client.prototype as unknown as { query(...args: unknown[]): unknown }
  const query = client.query
  client.query = function (this: unknown, ...args: unknown[]) {
    const [first] = args
    if (counting) statements.push(typeof first === 'string' ? first : String((first as { text?: string }).text))
    return query.apply(this, args)
  }
}
