// Candor as with `npm start`, with a worker process for long work, a shop that imports and a neighbor with reviews.
// "watch" starts measuring its resources; "watched" returns
// them; other questions return the shops' credentials.
import type { AddressInfo } from 'node:net'
import { keepMemorySmall } from '../server/core/memory.ts'
import { makeShop, openApp } from './app.ts'
import { readArgument, reportReady } from './child.ts'
import { importedProducts } from './import-files.ts'
import { loadReviews } from './load-reviews.ts'
import type { DatabaseAddress } from './bench-database.ts'
import { watchLoop, type ResourceUse } from './resource-use.ts'

export interface MerchantTokens {
  token: string
  neighbour: string
}

const {
  reach,
  neighbour,
  role = 'all',
} = readArgument<{ reach: DatabaseAddress; neighbour?: { products: number; reviews: number }; role?: 'all' | 'web' }>()
keepMemorySmall()
const { app, shop, token } = await openApp(
  { reach },
  { variables: { CANDOR_ROLE: role }, heavyJobs: role === 'all' ? 'child' : 'elsewhere' },
)
const { pool } = app.database
await loadReviews(pool, { shopId: shop.id, products: importedProducts, reviews: 0 })
const other = await makeShop(app, 'neighbour')
if (neighbour) await loadReviews(pool, { shopId: other.id, ...neighbour })
await app.http.listen({ port: 0, host: '127.0.0.1' })

let watched: () => ResourceUse = watchLoop()
reportReady(`http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`, (question) => {
  if (question === 'watched') return watched()
  if (question === 'watch') watched = watchLoop()
  return { token, neighbour: other.shopifyDomain } satisfies MerchantTokens
})
