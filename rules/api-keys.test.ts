import { expect, test } from '@jest/globals'
import { hasKey, hasSecret, includesScope, isKeyFormat, type KeyScope } from './api-keys.ts'
import { SPECIFIED_KEYS, widgetSnippet } from './widget-keys.ts'

const key = `cdr_${'aZ0-_'.repeat(8)}xyz`

test.each([
  [`/graphql?key=${key}`, true],
  [`/api/reviews?authorization=Bearer%20${key}&first=2`, true],
  [`/api/${key.replace('_', '%5F')}`, true],
  [`{"key":"${key}"}`, true],
  [`/reviews?after=AAAA${key}`, false],
  [`/reviews?after=${key}AAAA`, false],
  ['/reviews?search=cdr_rom', false],
])('finds a key that stands alone: %s', (text, has) => {
  expect([hasKey(text), hasSecret(text)]).toEqual([has, has])
})

test('knows a key by its form', () => {
  for (const wrong of ['', 'cdr_', key.slice(1), `${key}a`, key.replace('x', '%'), `${key}\n`])
    expect(isKeyFormat(wrong)).toBe(false)
  expect(isKeyFormat(key)).toBe(true)
})

test.each<[KeyScope[], KeyScope[]]>([
  [['READ'], ['READ', 'STOREFRONT']],
  [['WRITE'], ['READ', 'WRITE', 'STOREFRONT']],
  [['STOREFRONT'], ['STOREFRONT']],
  [[], []],
])('%j allows %j', (scopes, allowed) => {
  expect((['READ', 'WRITE', 'STOREFRONT'] as const).filter((scope) => includesScope(scopes, scope))).toEqual(allowed)
})

test('has a snippet for each of the fourteen keys of the specification', () => {
  expect(SPECIFIED_KEYS).toHaveLength(14)
  for (const name of SPECIFIED_KEYS)
    expect(widgetSnippet(name, { origin: 'https://reviews.example', shopDomain: 'a.myshopify.com' })).toContain(
      'https://reviews.example/',
    )
})
