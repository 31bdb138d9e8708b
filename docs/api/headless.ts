/** Reads published reviews for a storefront of your own. Runs in browsers and in Node without packages; Candor's tests run it. */

export interface Place {
  /** Where Candor answers: `https://reviews.example`. */
  candor: string
  /** The shop's permanent domain: `example.myshopify.com`. */
  shop: string
}

export interface Rating {
  count: number
  average: number
}

export interface Review {
  id: string
  title: string
  content: string
  rate: number
  author: string
  createdAt: string
  verifiedByOrder: boolean
  incentivized: boolean
}

export interface ReviewPage {
  nodes: Review[]
  pageInfo: { endCursor: string | null; hasNextPage: boolean }
}

interface Answer<Data> {
  data?: Data
  errors?: { message: string; extensions?: { code?: string } }[]
}

/** Sends a document. Throws the first refusal. */
async function ask<Data>({ candor, shop }: Place, query: string, variables: object): Promise<Data> {
  const answer = await fetch(`${candor}/storefront/${shop}/graphql`, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = (await answer.json()) as Answer<Data>
  if (!data || errors?.[0]) throw new Error(errors?.[0]?.message ?? answer.statusText)
  return data
}

/** The ratings of a page of products, by handle, in one request. */
export async function readRatings(place: Place, handles: readonly string[]): Promise<Map<string, Rating>> {
  const { products } = await ask<{ products: { handle: string; rating: Rating }[] }>(
    place,
    'query Ratings($handles: [String!]!) { products(handles: $handles) { handle rating { count average } } }',
    { handles },
  )
  return new Map(products.map(({ handle, rating }) => [handle, rating]))
}

/** A page of a product's reviews; null for an unknown product. */
export async function readReviews(
  place: Place,
  handle: string,
  after: string | null = null,
): Promise<ReviewPage | null> {
  const { product } = await ask<{ product: { reviews: ReviewPage } | null }>(
    place,
    `query Reviews($handle: String!, $after: String) {
      product(handle: $handle) {
        reviews(first: 10, after: $after) {
          nodes { id title content rate author createdAt verifiedByOrder incentivized }
          pageInfo { endCursor hasNextPage }
        }
      }
    }`,
    { handle, after },
  )
  return product?.reviews ?? null
}
