import type { Integration } from '../integration.ts'

/** Judge.me, a source of review imports (server/imports). Candor sends nothing to it. */
export const judgeme: Integration = {
  key: 'judgeme',
  name: 'Judge.me',
  baseUrl: 'https://judge.me',
  fields: ['token'],
  test: {
    request: ({ shop }, { token = '' }) => ({
      method: 'GET',
      path: `/api/v1/reviews/count?${new URLSearchParams({ shop_domain: shop.shopifyDomain, api_token: token }).toString()}`,
    }),
  },
}
