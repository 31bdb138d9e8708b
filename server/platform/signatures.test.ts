import { readProxyCall, signProxyQuery } from './proxy-signature.ts'
import { webhookHeaders } from './shopify/headers.ts'
import { isShopDomain } from './shopify/shop-domain.ts'
import { readWebhook, signWebhook } from './webhook-signature.ts'
import type { IncomingHeaders } from './platform.ts'

const secret = 'a-client-secret-of-some-length'
const shopDomain = 'candor-demo.myshopify.com'

describe('webhooks', () => {
  const rules = { secret, isShopDomain, families: [webhookHeaders] }
  const body = Buffer.from('{"id":1001,"note":"caf\u00e9"}')
  const headers = (change: IncomingHeaders = {}): IncomingHeaders => ({
    'X-Shopify-Hmac-Sha256': signWebhook(secret, body),
    'x-shopify-topic': 'orders/create',
    'x-shopify-shop-domain': shopDomain,
    'x-shopify-api-version': '2026-10',
    'x-shopify-webhook-id': 'b54557e4',
    'x-shopify-triggered-at': '2026-03-01T12:00:00.123456789Z',
    ...change,
  })

  test('are read if signed', () => {
    expect(readWebhook(body, headers(), rules)).toEqual({
      topic: 'orders/create',
      shopDomain,
      webhookId: 'b54557e4',
      eventId: null,
      triggeredAt: new Date('2026-03-01T12:00:00.123Z'),
      payload: { id: 1001, note: 'caf\u00e9' },
    })
    expect(readWebhook(body, headers({ 'x-shopify-triggered-at': undefined }), rules)?.triggeredAt).toBeNull()
    expect(readWebhook(body, headers({ 'x-shopify-triggered-at': 'yesterday' }), rules)?.triggeredAt).toBeNull()
  })

  const wrong: [string, Uint8Array, IncomingHeaders][] = [
    ['no signature', body, { 'X-Shopify-Hmac-Sha256': undefined }],
    ['empty signature', body, { 'X-Shopify-Hmac-Sha256': '' }],
    ['signature of another secret', body, { 'X-Shopify-Hmac-Sha256': signWebhook('other', body) }],
    [
      'signature in hex',
      body,
      { 'X-Shopify-Hmac-Sha256': Buffer.from(signWebhook(secret, body), 'base64').toString('hex') },
    ],
    ['signature without padding', body, { 'X-Shopify-Hmac-Sha256': signWebhook(secret, body).slice(0, -1) }],
    ['two signatures', body, { 'X-Shopify-Hmac-Sha256': [signWebhook(secret, body), signWebhook(secret, body)] }],
    ['signature twice in different case', body, { 'x-shopify-hmac-sha256': signWebhook(secret, body) }],
    ['changed body', Buffer.from('{"id":1002,"note":"caf\u00e9"}'), {}],
    ['body with a space more', Buffer.concat([body, Buffer.from(' ')]), {}],
    ['empty body, truly signed', Buffer.alloc(0), { 'X-Shopify-Hmac-Sha256': signWebhook(secret, '') }],
    ['no topic', body, { 'x-shopify-topic': undefined }],
    ['topic with a path', body, { 'x-shopify-topic': '../orders' }],
    ['no shop', body, { 'x-shopify-shop-domain': undefined }],
    ['no shop domain', body, { 'x-shopify-shop-domain': 'evil.test' }],
    ['no version', body, { 'x-shopify-api-version': undefined }],
    ['no id', body, { 'x-shopify-webhook-id': undefined }],
    ['endless id', body, { 'x-shopify-webhook-id': 'x'.repeat(201) }],
    ...['[]', 'null', '"text"', '1', '{', '\u0000'].map((text): [string, Uint8Array, IncomingHeaders] => [
      `body ${JSON.stringify(text)}, truly signed`,
      Buffer.from(text),
      { 'X-Shopify-Hmac-Sha256': signWebhook(secret, text) },
    ]),
    [
      'broken UTF-8, truly signed',
      Buffer.from([123, 34, 255, 34, 58, 49, 125]),
      { 'X-Shopify-Hmac-Sha256': signWebhook(secret, Buffer.from([123, 34, 255, 34, 58, 49, 125])) },
    ],
  ]
  test.each(wrong)('are refused: %s', (_name, bytes, change) => {
    expect(readWebhook(bytes, headers(change), rules)).toBeNull()
  })

  test('are refused after a change of any bit', () => {
    const good = headers()
    for (let at = 0; at < body.length; at++) {
      const bytes = Buffer.from(body)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      expect(readWebhook(bytes, good, rules)).toBeNull()
    }
  })
})

describe('calls forwarded by the platform', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  const rules = { secret, isShopDomain, now: () => now }
  const call = (change: Record<string, string | string[]> = {}) => {
    const fields = {
      shop: shopDomain,
      path_prefix: '/apps/candor',
      timestamp: String(now.getTime() / 1000),
      logged_in_customer_id: '77',
      ...change,
    }
    const query = new URLSearchParams()
    for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) query.append(name, value)
    query.append('signature', signProxyQuery(secret, query))
    return query
  }
  const changed = (change: (query: URLSearchParams) => void) => {
    const query = call()
    change(query)
    return query
  }

  test('have the documented form of signature', () => {
    const query = new URLSearchParams(
      'extra=1&extra=2&shop=shop-name.myshopify.com&logged_in_customer_id=1&path_prefix=%2Fapps%2Fawesome_reviews&timestamp=1317327555',
    )
    expect(signProxyQuery('hush', query)).toBe('4c68c8624d737112c91818c11017d24d334b524cb5c2b8ba08daa056f7395ddb')
  })

  test('are read with a valid signature', () => {
    expect(readProxyCall(call(), rules)).toEqual({ shopDomain, pathPrefix: '/apps/candor', customerId: '77' })
    expect(readProxyCall(call({ logged_in_customer_id: '', tags: ['b', 'a'] }), rules)?.customerId).toBeNull()
    expect(readProxyCall(call({ timestamp: String(now.getTime() / 1000 - 90) }), rules)).not.toBeNull()
  })

  const wrong: [string, URLSearchParams][] = [
    ['no signature', changed((query) => query.delete('signature'))],
    ['another customer', changed((query) => query.set('logged_in_customer_id', '78'))],
    ['a parameter more', changed((query) => query.append('x', '1'))],
    ['a second shop', call({ shop: [shopDomain, 'other.myshopify.com'] })],
    ['a second signature', changed((query) => query.append('signature', 'x'))],
    ['a second timestamp', call({ timestamp: ['1', String(now.getTime() / 1000)] })],
    ['a second customer', call({ logged_in_customer_id: ['78', '77'] })],
    ['a second path', call({ path_prefix: ['/apps/other', '/apps/candor'] })],
    ['91 s old', call({ timestamp: String(now.getTime() / 1000 - 91) })],
    ['91 s ahead', call({ timestamp: String(now.getTime() / 1000 + 91) })],
    ['a timestamp of another form', call({ timestamp: `${now.getTime() / 1000}.0` })],
    ['no shop domain', call({ shop: 'evil.test' })],
    ['an hmac beside it', changed((query) => query.append('hmac', 'x'))],
    ['upper case', changed((query) => query.set('signature', (query.get('signature') ?? '').toUpperCase()))],
  ]
  test.each(wrong)('are refused with %s', (_name, query) => {
    expect(readProxyCall(query, rules)).toBeNull()
  })
})
