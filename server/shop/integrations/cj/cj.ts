import type { Integration } from '../integration.ts'

/** CJDropshipping, a source of review imports (server/imports). Candor sends nothing to it. */
export const cj: Integration = {
  key: 'cj',
  name: 'CJDropshipping',
  baseUrl: 'https://developers.cjdropshipping.com',
  fields: ['token'],
  test: {
    request: (_ctx, { token = '' }) => ({
      method: 'GET',
      path: '/api2.0/v1/setting/get',
      headers: { 'cj-access-token': token },
    }),
    // The service returns 200 for an invalid token.
    accepts: ({ text }) => /"code"\s*:\s*200\b/.test(text),
  },
}
