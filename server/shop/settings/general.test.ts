import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { GENERAL } from '../../../rules/settings/general.ts'
import { addProduct } from '../../testing/orders.ts'
import { addReviews } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ plan: 'enterprise' })
  const product = await addProduct(world, 'Ember Mug')
  await addReviews(world.ctx, {
    productId: product.id,
    status: 'published',
    publishedAt: world.ctx.now(),
    rate: 4,
    country: 'FR',
    createdAt: new Date('2026-02-03T10:00:00Z'),
    replyContent: 'Merci',
    replyAt: new Date('2026-02-04T10:00:00Z'),
  })
})
afterAll(() => world.close())
beforeEach(() => plan('enterprise'))

async function plan(name: string): Promise<void> {
  const db = world.app.deps.access.acrossShops('the demo platform')
  await db.shop.updateMany({ data: { plan: name } })
  for (const { id } of [world.shop, world.otherShop]) world.app.deps.publish(id, 'shop', id)
}

const source = '{ rating sort photo }'
const fields = `version autoSubmitPublish autoPublishThreshold autoPublishPending negativeReviewThreshold eligibility isTrashFeatureEnabled enableTrashReview deleteAfterDays hideReviewDate
  enableCountryFlag richSnippets enableAggregateRating richSnippetProduct enableUGCContent autoTranslate isUsingPresetV2 isInfiniteScrollingBlockAll enableGGTopQuality positionGGTopQuality
  hideProductDetailOnSeeMore isRtlStore maxReviewImport importOptions { amazon { rating sort photo reviewer } cjdropshipping ${source} aliexpress ${source} shopee ${source} }`
const read = async (token?: string) =>
  (
    (await world.graphql(`{ viewer { shop { general { ${fields} } } } }`, {}, token)).data as unknown as {
      viewer: { shop: { general: Record<string, unknown> } }
    }
  ).viewer.shop.general
const save = async (input: object, token?: string) =>
  (
    await world.graphql(
      `mutation ($input: SaveGeneralInput!) { result: saveGeneral(input: $input) { __typename
  ... on SaveGeneralSuccess { data { ${fields} } } ... on Refusal { code } ... on InvalidInputError { fields { path code } } ... on PlanRequiredError { feature plan } } }`,
      { input },
      token,
    )
  ).data as unknown as { result: { __typename: string; data?: Record<string, unknown> } }

describe('the general settings', () => {
  test('start with the defaults in every field', async () => {
    const { importOptions, eligibility, positionGGTopQuality, version, ...plain } = await read(world.otherToken)
    const { importOptions: _options, eligibility: _who, positionGGTopQuality: _where, ...defaults } = GENERAL.defaults
    expect(plain).toEqual(defaults)
    expect({ eligibility, positionGGTopQuality, version }).toEqual({
      eligibility: 'EVERYONE',
      positionGGTopQuality: 'BOTTOM_RIGHT',
      version: 0,
    })
    expect(importOptions).toMatchObject({
      amazon: { rating: 'ALL', sort: 'RECENT', photo: 'ALL', reviewer: 'ALL' },
      shopee: { rating: 'ALL' },
    })
  })

  const changes = {
    autoSubmitPublish: false,
    autoPublishThreshold: 4,
    autoPublishPending: false,
    negativeReviewThreshold: 3,
    eligibility: 'VERIFIED_BUYERS',
    isTrashFeatureEnabled: false,
    enableTrashReview: false,
    deleteAfterDays: 15,
    hideReviewDate: true,
    enableCountryFlag: true,
    richSnippets: false,
    enableAggregateRating: false,
    enableUGCContent: true,
    autoTranslate: true,
    isUsingPresetV2: false,
    isInfiniteScrollingBlockAll: true,
    enableGGTopQuality: true,
    positionGGTopQuality: 'BOTTOM_LEFT',
    hideProductDetailOnSeeMore: true,
    isRtlStore: true,
    maxReviewImport: 55,
    importOptions: {
      amazon: { rating: 'FOUR_FIVE', sort: 'HELPFUL', photo: 'WITH_PHOTO', reviewer: 'VERIFIED' },
      shopee: { rating: 'FIVE' },
    },
  }
  test.each(Object.entries(changes))('keep %s', async (field, value) => {
    const before = await read(world.otherToken)
    const { result } = await save({ [field]: value }, world.otherToken)
    expect(result.data).toMatchObject({ [field]: value, version: Number(before.version) + 1 })
    const { version: _before, [field]: _was, ...others } = before
    expect(await read(world.otherToken)).toMatchObject({ [field]: value, ...others })
  })

  test.each<[object, string]>([
    [{ autoPublishThreshold: 0 }, 'autoPublishThreshold'],
    [{ autoPublishThreshold: 6 }, 'autoPublishThreshold'],
    [{ negativeReviewThreshold: 9 }, 'negativeReviewThreshold'],
    [{ deleteAfterDays: 20 }, 'deleteAfterDays'],
    [{ maxReviewImport: 101 }, 'maxReviewImport'],
    [{ maxReviewImport: 0 }, 'maxReviewImport'],
  ])('refuse %j by its field', async (input, path) => {
    const before = await read()
    expect((await save(input)).result).toMatchObject({ __typename: 'InvalidInputError', fields: [{ path }] })
    expect(await read()).toEqual(before)
  })
})

describe('notifications', () => {
  const notices =
    'version enabledEmailNewReview enabledEmailNegativeReview receiverNewReview receiverNegativeReview negativeReview'
  const saveNotices = async (input: object) =>
    (
      await world.graphql(
        `mutation ($input: SaveEmailSettingInput!) { result: saveEmailSetting(input: $input) { __typename
    ... on SaveEmailSettingSuccess { data { ${notices} } } ... on Refusal { code } ... on InvalidInputError { fields { path code } } } }`,
        { input },
      )
    ).data as unknown as { result: { data?: { version: number } } }

  test('keep several recipients, trimmed', async () => {
    expect(
      (await saveNotices({ receiverNewReview: ' A@b.test ,c@d.test', enabledEmailNewReview: false })).result,
    ).toMatchObject({
      data: { receiverNewReview: 'a@b.test, c@d.test', enabledEmailNewReview: false, enabledEmailNegativeReview: true },
    })
    expect((await saveNotices({ receiverNegativeReview: 'a@b.test, nonsense' })).result).toMatchObject({
      fields: [{ path: 'receiverNegativeReview', code: 'invalidEmail' }],
    })
  })

  test('share their number of stars with the general settings', async () => {
    await saveNotices({ negativeReview: 4 })
    expect(await read()).toMatchObject({ negativeReviewThreshold: 4 })
    await save({ negativeReviewThreshold: 1 })
    expect((await world.graphql(`{ viewer { shop { emailSetting { ${notices} } } } }`)).data).toMatchObject({
      viewer: { shop: { emailSetting: { negativeReview: 1 } } },
    })
  })
})

describe('a save takes effect on the storefront at once for', () => {
  const page = async () =>
    (await import('../../storefront/widgets/widgets.ts')).renderWidgets(
      world.contextOf(
        await world.app.deps.access
          .acrossShops('the demo platform')
          .shop.findUniqueOrThrow({ where: { id: world.shop.id } }),
      ),
      { place: 'product', handle: 'ember-mug', keys: ['reviewBox'] },
    )

  test('hidden dates of reviews and replies, in the structured data too', async () => {
    expect((await page()).markup.reviewBox).toMatch(/<time class="candor-when"[^]*<time/)
    await save({ hideReviewDate: true })
    const hidden = await page()
    expect(hidden.markup.reviewBox).not.toContain('<time')
    expect(hidden.jsonLd).not.toContain('datePublished')
    await save({ hideReviewDate: false })
    expect((await page()).jsonLd).toContain('"datePublished":"2026-02-03"')
  })

  test('flags next to names', async () => {
    expect((await page()).markup.reviewBox).not.toContain('🇫🇷')
    await save({ enableCountryFlag: true })
    expect((await page()).markup.reviewBox).toMatch(/aria-label="France"[^>]*>🇫🇷/)
    await save({ enableCountryFlag: false })
  })

  test('the right-to-left direction', async () => {
    await save({ isRtlStore: true })
    expect((await page()).markup.reviewBox).toContain('dir="rtl"')
    await save({ isRtlStore: false })
    expect((await page()).markup.reviewBox).toContain('dir="ltr"')
  })

  test('structured data and their average', async () => {
    expect((await page()).jsonLd).toContain('aggregateRating')
    await save({ enableAggregateRating: false })
    expect((await page()).jsonLd).toMatch(/"@type":"Review"/)
    expect((await page()).jsonLd).not.toContain('aggregateRating')
    await save({ richSnippets: false })
    expect((await page()).jsonLd).toBe('')
    await save({ richSnippets: true, enableAggregateRating: true })
  })
})
