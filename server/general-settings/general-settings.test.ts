import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { GENERAL_DEFAULTS, GENERAL_GATED } from '../../rules/settings/general.ts'
import { addProduct } from '../testing/orders.ts'
import { addReviews } from '../testing/reviews.ts'
import { createWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ plan: 'enterprise' })
  const product = await addProduct(world, 'Ember Mug')
  await addReviews(world.ctx, {
    productId: product.id, status: 'published', publishedAt: world.ctx.now(), rate: 4, country: 'FR', createdAt: new Date('2026-02-03T10:00:00Z'), replyContent: 'Merci', replyAt: new Date('2026-02-04T10:00:00Z'),
  })
})
afterAll(() => world.close())
beforeEach(() => plan('enterprise'))

async function plan(name: string): Promise<void> {
  const db = world.app.deps.doors.acrossShops('the demo platform')
  await db.shop.updateMany({ data: { plan: name } })
  for (const { id } of [world.shop, world.otherShop]) world.app.deps.publish(id, 'shop', id)
}

const source = '{ rating sort photo reviewer }'
const fields = `version autoSubmitPublish autoPublishThreshold autoPublishPending negativeReviewThreshold eligibility isTrashFeatureEnabled enableTrashReview deleteAfterDays hideReviewDate
  enableCountryFlag richSnippets enableAggregateRating enableUGCContent autoTranslate isUsingPresetV2 isInfiniteScrollingBlockAll enableGGTopQuality positionGGTopQuality
  hideProductDetailOnSeeMore isRtlStore maxReviewImport importOptions { amazon ${source} cjdropshipping ${source} aliexpress ${source} shopee ${source} }`
const read = async (token?: string) => ((await world.graphql(`{ viewer { shop { generalSettings { ${fields} } } } }`, {}, token)).data as unknown as { viewer: { shop: { generalSettings: Record<string, unknown> } } }).viewer.shop.generalSettings
const save = async (input: object, token?: string) => (await world.graphql(`mutation ($input: GeneralSettingsInput!) { result: saveGeneralSettings(input: $input) { __typename
  ... on SaveGeneralSettingsSuccess { data { ${fields} } } ... on Refusal { code } ... on InvalidInputError { fields { path code } } ... on PlanRequiredError { feature plan } } }`, { input }, token)).data as unknown as { result: { __typename: string; data?: Record<string, unknown> } }

describe('the general settings', () => {
  test('are the defaults at first, in every field', async () => {
    const { importOptions, eligibility, positionGGTopQuality, version, ...plain } = await read(world.otherToken)
    const { importOptions: _options, eligibility: _who, positionGGTopQuality: _where, ...defaults } = GENERAL_DEFAULTS
    expect(plain).toEqual(defaults)
    expect({ eligibility, positionGGTopQuality, version }).toEqual({ eligibility: 'EVERYONE', positionGGTopQuality: 'BOTTOM_RIGHT', version: 0 })
    expect(importOptions).toMatchObject({ amazon: { rating: 'ALL', sort: 'RECENT', photo: 'ALL', reviewer: 'ALL' }, shopee: { reviewer: null } })
  })

  const changes = {
    autoSubmitPublish: false, autoPublishThreshold: 4, autoPublishPending: false, negativeReviewThreshold: 3, eligibility: 'VERIFIED_BUYERS', isTrashFeatureEnabled: false, enableTrashReview: false,
    deleteAfterDays: 15, hideReviewDate: true, enableCountryFlag: true, richSnippets: false, enableAggregateRating: false, enableUGCContent: true, autoTranslate: true, isUsingPresetV2: false,
    isInfiniteScrollingBlockAll: true, enableGGTopQuality: true, positionGGTopQuality: 'BOTTOM_LEFT', hideProductDetailOnSeeMore: true, isRtlStore: true, maxReviewImport: 55,
    importOptions: { amazon: { rating: 'FOUR_FIVE', sort: 'HELPFUL', photo: 'WITH_PHOTO', reviewer: 'VERIFIED' }, shopee: { rating: 'FIVE' } },
  }
  test.each(Object.entries(changes))('keep %s', async (field, value) => {
    const before = await read(world.otherToken)
    const { result } = await save({ [field]: value }, world.otherToken)
    expect(result.data).toMatchObject({ [field]: value, version: Number(before.version) + 1 })
    const { version: _before, [field]: _was, ...others } = before
    expect(await read(world.otherToken)).toMatchObject({ [field]: value, ...others })
  })

  test.each<[object, string]>([
    [{ autoPublishThreshold: 0 }, 'autoPublishThreshold'], [{ autoPublishThreshold: 6 }, 'autoPublishThreshold'], [{ negativeReviewThreshold: 9 }, 'negativeReviewThreshold'],
    [{ deleteAfterDays: 20 }, 'deleteAfterDays'], [{ maxReviewImport: 101 }, 'maxReviewImport'], [{ maxReviewImport: 0 }, 'maxReviewImport'],
  ])('refuse %j by its field', async (input, path) => {
    const before = await read()
    expect((await save(input)).result).toMatchObject({ __typename: 'InvalidInputError', fields: [{ path }] })
    expect(await read()).toEqual(before)
  })

  test('tell a second writer that they are stale, and lose nothing', async () => {
    const { version } = await read()
    expect((await save({ hideReviewDate: true, version })).result.__typename).toBe('SaveGeneralSettingsSuccess')
    expect((await save({ hideReviewDate: false, version })).result).toMatchObject({ __typename: 'StaleError', code: 'stale' })
    expect(await read()).toMatchObject({ hideReviewDate: true })
    await save({ hideReviewDate: false })
  })

  const others = { isTrashFeatureEnabled: false, enableTrashReview: false, deleteAfterDays: 15, enableUGCContent: true, autoTranslate: true }
  test.each(Object.entries(GENERAL_GATED))('lock %s behind the feature %s', async (field, feature) => {
    await plan('free')
    const input = { [field]: others[field as keyof typeof others] }
    expect((await save(input)).result).toMatchObject({ __typename: 'PlanRequiredError', feature })
    expect((await world.rest('PUT', '/settings/general', { body: input })).statusCode).toBe(402)
    expect((await save({ hideReviewDate: false, [field]: GENERAL_DEFAULTS[field as keyof typeof GENERAL_DEFAULTS] })).result.__typename).toBe('SaveGeneralSettingsSuccess')
  })
})

test('REST reads and writes the same, and answers 409 to a stale version', async () => {
  const before = (await world.rest('GET', '/settings/general')).json<{ data: { version: number } }>()
  const saved = await world.rest('PUT', '/settings/general', { body: { eligibility: 'logged_in_users', version: before.data.version }, mode: 'embedded' })
  expect(saved.json()).toMatchObject({ success: true, data: { eligibility: 'logged_in_users', version: before.data.version + 1 }, message: 'Saved successfully.' })
  expect((await world.rest('PUT', '/settings/general', { body: { eligibility: 'everyone', version: before.data.version } })).statusCode).toBe(409)
  expect(await read()).toMatchObject({ eligibility: 'LOGGED_IN_USERS' })
  for (const body of [{ eligibility: 'nobody' }, { version: 'x' }, { deleteAfterDays: '15' }, { autoSubmitPublish: null }]) expect([body, (await world.rest('PUT', '/settings/general', { body })).statusCode]).toEqual([body, 422])
  expect((await world.rest('PUT', '/settings/general', { body: { eligibility: 'everyone', unknown: true } })).statusCode).toBe(422)
  await world.rest('PUT', '/settings/general', { body: { eligibility: 'everyone' } })
  expect(await read()).toMatchObject({ eligibility: 'EVERYONE' })
})

describe('notifications', () => {
  const notices = 'version enabledEmailNewReview enabledEmailNegativeReview receiverNewReview receiverNegativeReview negativeReview'
  const saveNotices = async (input: object) => (await world.graphql(`mutation ($input: NotificationSettingsInput!) { result: saveNotificationSettings(input: $input) { __typename
    ... on SaveNotificationSettingsSuccess { data { ${notices} } } ... on Refusal { code } ... on InvalidInputError { fields { path code } } } }`, { input })).data as unknown as { result: { data?: { version: number } } }

  test('keep their receivers, several and trimmed', async () => {
    expect((await saveNotices({ receiverNewReview: ' A@b.test ,c@d.test', enabledEmailNewReview: false })).result).toMatchObject({ data: { receiverNewReview: 'a@b.test, c@d.test', enabledEmailNewReview: false, enabledEmailNegativeReview: true } })
    expect((await saveNotices({ receiverNegativeReview: 'a@b.test, nonsense' })).result).toMatchObject({ fields: [{ path: 'receiverNegativeReview', code: 'invalidEmail' }] })
    const stale = await saveNotices({ enabledEmailNewReview: true, version: 99 })
    expect(stale.result).toMatchObject({ __typename: 'StaleError' })
  })

  test('have one number of stars with the general settings', async () => {
    await saveNotices({ negativeReview: 4 })
    expect(await read()).toMatchObject({ negativeReviewThreshold: 4 })
    await save({ negativeReviewThreshold: 1 })
    expect((await world.graphql(`{ viewer { shop { notificationSettings { ${notices} } } } }`)).data).toMatchObject({ viewer: { shop: { notificationSettings: { negativeReview: 1 } } } })
  })
})

test('the quick start counts search results as done while product pages carry structured data', async () => {
  const done = async () => {
    const { viewer } = (await world.graphql('{ viewer { shop { quickStart { item done } } } }')).data as unknown as { viewer: { shop: { quickStart: { item: string; done: boolean }[] } } }
    return viewer.shop.quickStart.find(({ item }) => item === 'googleSnippet')?.done
  }
  await world.ctx.db.shop.update({ where: { id: world.shop.id }, data: { appStatus: true } })
  await plan('enterprise')
  expect(await done()).toBe(true)
  await save({ richSnippets: false })
  expect(await done()).toBe(false)
  await save({ richSnippets: true })
})

describe('on the storefront, at once', () => {
  const page = async () => (await import('../storefront/storefront.ts')).renderProductReviews(world.contextOf(await world.app.deps.doors.acrossShops('the demo platform').shop.findUniqueOrThrow({ where: { id: world.shop.id } })), { handle: 'ember-mug' }, {})

  test('the date of reviews and replies is hidden, in the structured data too', async () => {
    expect((await page()).boxHtml).toMatch(/<time class="candor-when"[^]*<time/)
    await save({ hideReviewDate: true })
    const hidden = await page()
    expect(hidden.boxHtml).not.toContain('<time')
    expect(hidden.jsonLd).not.toContain('datePublished')
    await save({ hideReviewDate: false })
    expect((await page()).jsonLd).toContain('"datePublished":"2026-02-03"')
  })

  test('flags stand beside names', async () => {
    expect((await page()).boxHtml).not.toContain('🇫🇷')
    await save({ enableCountryFlag: true })
    expect((await page()).boxHtml).toMatch(/aria-label="France"[^>]*>🇫🇷/)
    await save({ enableCountryFlag: false })
  })

  test('right to left', async () => {
    await save({ isRtlStore: true })
    expect((await page()).boxHtml).toContain('dir="rtl"')
    await save({ isRtlStore: false })
    expect((await page()).boxHtml).toContain('dir="ltr"')
  })

  test('structured data, and the average in it', async () => {
    expect((await page()).jsonLd).toContain('aggregateRating')
    await save({ enableAggregateRating: false })
    expect((await page()).jsonLd).toMatch(/"@type":"Review"/)
    expect((await page()).jsonLd).not.toContain('aggregateRating')
    await save({ richSnippets: false })
    expect((await page()).jsonLd).toBe('')
    await save({ richSnippets: true, enableAggregateRating: true })
  })
})
