import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { templateToSend } from '../requests/sending/template-to-send.ts'
import { saveSetting } from '../shop/settings/settings.ts'
import { createWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({
    env: { CANDOR_BLOCKED_EMAIL_DOMAINS: 'rival.test,world.test', CANDOR_INTERNAL_EMAIL_DOMAINS: 'other.test' },
  })
  const data = { email: 'eve@rival.test', shopifyPlan: 'affiliate', setupDone: true }
  await world.app.deps.access.acrossShops('the demo platform').shop.update({ where: { id: world.shop.id }, data })
  world.app.parts.shops.drop(world.shop.id)
})
afterAll(() => world.close())

test.each(['embedded', 'standalone'] as const)('REST refuses staff of competing apps, %s', async (mode) => {
  for (const path of ['/shops', '/reviews', '/subscription'])
    expect((await world.rest('GET', path, { mode })).json()).toMatchObject({ code: 'extendedModeBlocked' })
})

test('GraphQL answers only the frame, which says why', async () => {
  const frame = await world.graphql(
    '{ viewer { extendedMode devZoneOpen shop { id name plan hiddenPages isCrmLogin } } }',
  )
  expect(frame.data).toMatchObject({ viewer: { extendedMode: false, shop: { name: world.shop.name } } })
  for (const document of [
    '{ viewer { shop { reviews(first: 1) { totalCount } } } }',
    'query { viewer { ...Frame } } fragment Frame on Viewer { locale }',
    'mutation { updateShop(input: { appStatus: false }) { __typename } }',
  ])
    expect((await world.graphql(document)).errors?.[0]?.extensions?.code).toBe('extendedModeBlocked')
})

test('styles and languages of emails stop with the plan, and come back with it', async () => {
  const setPlan = async (plan: string) => {
    await world.inject({ method: 'POST', url: '/demo/plan', payload: { plan, shop: world.otherShop.shopifyDomain } })
    const shop = await world.app.parts.shops.findByDomain(world.otherShop.shopifyDomain)
    if (!shop) throw new Error('The shop is gone.')
    return world.contextOf(shop)
  }
  const texts = { de: { subject: 'Wie gefällt es Ihnen?' } }
  const saved = { reviewReminder: { customCss: 'p { color: red }', texts } }
  await saveSetting(await setPlan('advanced'), 'emailTemplates', saved)
  const sent = async (plan: string) => (await templateToSend(await setPlan(plan), 'reviewReminder')).template
  expect(await sent('advanced')).toMatchObject({ customCss: 'p { color: red }', texts: { de: texts.de } })
  expect(await sent('pro')).toMatchObject({ customCss: 'p { color: red }', texts: {} })
  expect(await sent('free')).toMatchObject({ customCss: '', texts: {} })
  expect(await sent('advanced')).toMatchObject({ customCss: 'p { color: red }', texts: { de: texts.de } })
})
