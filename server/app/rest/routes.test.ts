import { describe, expect, test } from '@jest/globals'
import { routes } from './routes.ts'

/** The rows of spec 7; `GET /integrations/pushowl` is covered by the row with `:key`. */
const specified = [
  'GET /shops',
  'PUT /shops',
  'POST /shop',
  'POST /shop/dismiss-banner',
  'PUT /dev_zone',
  'GET /subscription',
  'GET /subscription/shopify/subscribe/:planId',
  'GET /email',
  'GET /email-queue',
  'GET /email-queue/:id',
  'POST /email-queue/bulk-send-anyway',
  'POST /email-update-status',
  'PUT /email-queue/:id/cancel',
  'POST /email-queue/:id/resend',
  'POST /email-queue/push-notification',
  'POST /unsub-email-queue',
  'POST /email-queue/emails-bulk-action',
  'POST /email-queue/email-admin-link',
  'GET /email-previous',
  'POST /emails',
  'GET /settings/emailSetting',
  'GET /integrations/:key',
  'GET /manual-import',
  'GET /qrcodes-settings',
  'PUT /qrcodes-settings',
  'POST /qrcodes',
  'GET /shopify/searchProducts',
  'GET /shopify/productsSummary',
  'GET /shopify/searchCustomers',
]

describe('the table of spec 7', () => {
  const mounted = routes.map(({ method, path }) => `${method} ${path}`)

  test.each(specified)('has %s', (row) => {
    expect(mounted).toContain(row)
  })

  test('has no duplicates', () => {
    expect(new Set(mounted).size).toBe(mounted.length)
  })
})
