import type { Asked } from './load.ts'

/** Size of the storefront benchmarks' shop: reviews, products, and reviews of a page. */
export const fullRows = 100_000
export const products = 500
export const pageSize = 10

const eachProduct = (write: (handle: string) => string): Asked[] =>
  Array.from({ length: products }, (_, index) => ({ path: write(`product-${index + 1}`) }))

/** Returns requests for the first page of each product's reviews as JSON. */
export const pageReads = (shopDomain: string): Asked[] =>
  eachProduct((handle) => `/storefront/${shopDomain}/products/${handle}/reviews?first=${pageSize}`)

/** Returns requests for each product's review box as a fragment. */
export const fragmentReads = (shopDomain: string): Asked[] =>
  eachProduct((handle) => `/storefront/${shopDomain}/widgets/reviewBox?product=${handle}`)

/** Returns the requests with a browser's header for compression. */
export const zipped = (requests: readonly Asked[]): Asked[] =>
  requests.map((asked) => ({ ...asked, headers: { ...asked.headers, 'accept-encoding': 'gzip' } }))
