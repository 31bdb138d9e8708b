import type { Asked } from './load.ts'

/** The shop that the benches of the storefront read: its reviews, its products, and the reviews of a page. */
export const fullRows = 100_000
export const products = 500
export const pageSize = 10

const eachProduct = (write: (handle: string) => string): Asked[] =>
  Array.from({ length: products }, (_, index) => ({ path: write(`product-${index + 1}`) }))

/** Requests of the first page of each product's reviews as JSON. */
export const pageReads = (shopDomain: string): Asked[] =>
  eachProduct((handle) => `/storefront/${shopDomain}/products/${handle}/reviews?first=${pageSize}`)

/** Requests of the review box of each product as a fragment. */
export const fragmentReads = (shopDomain: string): Asked[] =>
  eachProduct((handle) => `/storefront/${shopDomain}/widgets/reviewBox?product=${handle}`)

/** The same requests as a browser sends them. */
export const zipped = (requests: readonly Asked[]): Asked[] =>
  requests.map((asked) => ({ ...asked, headers: { ...asked.headers, 'accept-encoding': 'gzip' } }))
