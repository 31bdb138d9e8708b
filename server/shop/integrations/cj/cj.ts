import type { Integration } from '../integration.ts'

/** CJDropshipping, where reviews are imported from (server/imports). Nothing is sent to it. */
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
    // It answers 200 to an invalid token.
    accepts: ({ text }) => /"code"\s*:\s*200\b/.test(text),
  },
}
