import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '../../testing/world.ts'
import { readEnv } from '../env.ts'
import { supportTag } from './support.ts'

const settings = {
  CANDOR_CHAT_SCRIPT: 'https://chat.example.com/l.js',
  CANDOR_CHAT_ID: 'site-1',
  CANDOR_CHAT_HOSTS: 'wss://relay.example.com',
  CANDOR_ANALYTICS_URL: 'https://stats.example.com/identify',
  CANDOR_ANALYTICS_KEY: 'k"1',
}

let world: World
beforeAll(async () => {
  world = await createWorld({ env: settings })
})
afterAll(() => world.close())

const policyOf = async (url: string) =>
  String((await world.inject({ method: 'GET', url })).headers['content-security-policy'])

test.each(['/settings', '/embed/settings'])('allows the operator’s hosts on %s', async (url) => {
  const policy = await policyOf(url)
  expect(policy).toMatch(/script-src 'self'[^;]* https:\/\/chat\.example\.com wss:\/\/relay\.example\.com/)
  expect(policy).toMatch(/connect-src 'self' [^;]*https:\/\/chat\.example\.com [^;]*https:\/\/stats\.example\.com/)
  expect(policy).not.toMatch(/script-src[^;]*(stats\.example|unsafe)/)
})

test.each(['/demo/store', '/storefront/any', '/apiSa/shops', '/graphql', '/media/any'])(
  'allows no further host on %s',
  async (url) => {
    expect(await policyOf(url)).not.toContain('example.com')
  },
)

test('gives each shop its own conversation, and the page the operator’s chat and analytics', async () => {
  const tokens = await Promise.all(
    [world.token, world.otherToken].map(
      async (token) =>
        (await world.rest('GET', '/shops', { token })).json<{ data: { crispSessionToken: string } }>().data
          .crispSessionToken,
    ),
  )
  expect(new Set(tokens).size).toBe(2)
  expect(tokens[0]).toMatch(/^[\w-]+\.[\w-]{22}$/)
  const tag = supportTag(readEnv({ ...settings, CANDOR_MODE: 'demo' }))
  expect(tag).toContain('&quot;id&quot;:&quot;site-1&quot;')
  expect(tag).not.toContain('k"1')
})

test('is off without the operator’s settings', async () => {
  expect(supportTag(readEnv({ CANDOR_MODE: 'demo' }))).toBe('')
  for (const [missing, given] of [
    ['CANDOR_CHAT_ID', { CANDOR_CHAT_SCRIPT: settings.CANDOR_CHAT_SCRIPT }],
    ['CANDOR_CHAT_SCRIPT', { CANDOR_CHAT_ID: settings.CANDOR_CHAT_ID }],
    ['CANDOR_ANALYTICS_KEY', { CANDOR_ANALYTICS_URL: settings.CANDOR_ANALYTICS_URL }],
    ['CANDOR_ANALYTICS_URL', { CANDOR_ANALYTICS_KEY: settings.CANDOR_ANALYTICS_KEY }],
    ['CANDOR_CHAT_SCRIPT', { ...settings, CANDOR_CHAT_SCRIPT: 'http://chat.example.com/l.js' }],
  ] as const)
    expect(() => readEnv({ CANDOR_MODE: 'demo', ...given })).toThrow(new RegExp(`^${missing} `))
  expect(() => readEnv({ CANDOR_MODE: 'demo', CANDOR_CHAT_HOSTS: 'https://a.test; script-src *' })).toThrow(
    'CANDOR_CHAT_HOSTS must be origins',
  )
})
