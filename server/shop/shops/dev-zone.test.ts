import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createWorld, type World } from '../../testing/world.ts'
import { operateShop } from './operate-shop.ts'

let world: World
let closed: World
beforeAll(async () => {
  world = await createWorld({ plan: 'free' })
  closed = await createWorld({ env: { CANDOR_DEV_ZONE: '0' } })
})
afterAll(() => Promise.all([world.close(), closed.close()]))

/** The shop's other fields (spec 3.1): of the platform, the operator, or without an effect. */
const othersFields = {
  id: '01900000-0000-7000-8000-000000000001',
  shopifyDomain: 'x.myshopify.com',
  domain: 'x.test',
  plan: 'enterprise',
  shopifyPlan: 'plus',
  primaryLocale: 'sv',
  ianaTimezone: 'Asia/Tokyo',
  timezone: 'Asia/Tokyo',
  isNewShop: true,
  isGrowHacking6: true,
  isGrowHacking6Used: true,
  enableRemoveBranding: true,
  isRemoveBranding: true,
  skipUpdateState: true,
  devStoreAccess: true,
  specialFonts: true,
  devZone: true,
  dismissedBanners: ['imported-2'],
  sharedSecret: 'x',
  supportAppBlock: false,
  createdAt: '2020-01-01T00:00:00.000Z',
  email: 'x@x.test',
  firstName: 'X',
  name: 'X',
  appName: 'x',
  vendor: 'X',
  isCrmLogin: true,
  installedAvadaApps: ['x'],
  crispSessionToken: 'x',
}

const put = (type: string, body: object, of = world) => of.rest('PUT', `/dev_zone${type && `?type=${type}`}`, { body })
const shop = async () => (await world.rest('GET', '/shops')).json<{ data: object }>().data

test('the dev zone overrides flags and the plan, each with its message', async () => {
  for (const [type, flag] of [
    ['remove-branding', 'enableRemoveBranding'],
    ['grow-hacking-6', 'isGrowHacking6'],
    ['skip-update-state', 'skipUpdateState'],
  ] as const) {
    expect((await put(type, { status: true })).json()).toEqual({ success: true, message: 'Updated devzone!' })
    expect(await shop()).toMatchObject({ [flag]: true })
    await put(type, { status: false })
    expect(await shop()).toMatchObject({ [flag]: false })
  }
  await put('grow-hacking-6', { status: true, dataUpdate: { plan: 'advanced' } })
  expect(await shop()).toMatchObject({ plan: 'advanced', isGrowHacking6: true })
})

test('skip-update-state keeps the plan until it is turned off, whatever is approved', async () => {
  await put('grow-hacking-6', { status: false, dataUpdate: { plan: 'free' } })
  await put('skip-update-state', { status: true })
  const answer = await world.rest('GET', '/subscription/shopify/subscribe/pro')
  expect(answer.body).toContain('confirmationUrl')
  const { confirmationUrl } = answer.json<{
    confirmationUrl: string
  }>()
  await world.inject({ method: 'POST', url: `${new URL(confirmationUrl).pathname}/approve` })
  await world.runJobs()
  expect(await shop()).toMatchObject({ plan: 'free' })
  await put('skip-update-state', { status: false })
  await world.graphql('mutation { refreshSubscription { __typename } }')
  expect(await shop()).toMatchObject({ plan: 'pro' })
})

test.each([
  ['unknown', { status: true }],
  ['remove-branding', {}],
  ['', {}],
  ['', { dataUpdate: { plan: 'platinum' } }],
  ['', { dataUpdate: { devStoreAccess: true } }],
  ['skip-update-state', { status: 'yes' }],
])('the dev zone refuses %s with %j', async (type, body) => {
  expect((await put(type, body)).statusCode).toBe(422)
})

test('the dev zone is closed unless the operator allows it', async () => {
  expect((await put('remove-branding', { status: true }, closed)).json()).toMatchObject({ code: 'devZoneClosed' })
  expect((await closed.graphql('{ viewer { devZone } }')).data).toEqual({ viewer: { devZone: false } })
})

describe('POST /shop', () => {
  const post = async (body: object) =>
    (await world.rest('POST', '/shop', { body })).json<{ data?: object; fields?: object; code?: string }>()

  test.each([
    [{ appStatus: false }],
    [{ appStatus: true }],
    [{ setupDone: false }],
    [{ setupDone: true }],
    [{ isRated: true }],
    [{ adminLocale: 'de' }],
    [{ adminLocale: null }],
  ])('saves %j', async (body) => {
    expect((await post(body)).data).toMatchObject(body)
    expect(await shop()).toMatchObject(body)
  })

  test('dismisses a banner and brings it back', async () => {
    expect((await post({ banner: 'imported-1' })).data).toMatchObject({ dismissedBanners: ['imported-1'] })
    expect((await post({ banner: 'imported-1', isDismiss: false })).data).toMatchObject({ dismissedBanners: [] })
  })

  test.each(Object.entries(othersFields))('refuses %s', async (field, value) => {
    expect((await post({ [field]: value })).fields).toEqual({
      [field]: { code: expect.stringMatching(/^(fieldNotEditable|unknownField)$/), message: expect.any(String) },
    })
  })

  test('takes a whole shop as it was returned', async () => {
    expect((await post(await shop())).data).toEqual(await shop())
  })
})

test('flags of the operator keep those of others', async () => {
  await operateShop(world.ctx, { flags: { installedAvadaApps: ['aem'], specialFonts: true } })
  await operateShop(world.ctx, { flags: { crispSessionToken: 'chat-1' } })
  expect(await shop()).toMatchObject({ installedAvadaApps: ['aem'], crispSessionToken: 'chat-1' })
  expect((await world.graphql('{ viewer { shop { specialFonts } } }')).data).toMatchObject({
    viewer: { shop: { specialFonts: true } },
  })
})
