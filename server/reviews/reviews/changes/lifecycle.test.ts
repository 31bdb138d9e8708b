import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import type { GeneralSettings } from '../../../../rules/settings/general.ts'
import type { PlanId } from '../../../../rules/plans.ts'
import { saveSetting } from '../../../shop/settings/settings.ts'
import { addProduct } from '../../../testing/orders.ts'
import { addReviews, countDrift, type TestReview } from '../../../testing/reviews.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { performReviewAction } from './perform-action.ts'
import { publishDueReviews, purgeTrash } from './lifecycle.ts'
import { submitReview } from '../adding/submit.ts'
import { createPostedMedia } from '../media/posted-media.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ plan: 'enterprise' })
})
afterAll(() => world.close())
beforeEach(async () => {
  const db = world.app.deps.access.acrossShops('the demo platform')
  for (const table of [db.review, db.reviewCount, db.productReviewCount, db.setting, db.product] as const)
    await (table.deleteMany as () => Promise<unknown>)()
  await db.shop.updateMany({ data: { plan: 'advanced', settingsVersion: { increment: 1 } } })
  for (const shop of await db.shop.findMany()) world.app.deps.publish(shop.id, 'shop', shop.id)
  world.shop = await db.shop.findUniqueOrThrow({ where: { id: world.shop.id } })
  world.ctx = world.contextOf(world.shop)
})

const dayMs = 86_400_000
const ago = (days: number, ms = 0) => new Date(world.ctx.now().getTime() - days * dayMs - ms)
const rowOf = (id: string) =>
  world.ctx.db.review.findUniqueOrThrow({
    where: { shopId_id: { shopId: world.shop.id, id } },
    include: { history: true },
  })
const byRule = { decidedBy: 'rule' as const, status: 'pending' as const }

describe('a new review', () => {
  test.each<[Partial<GeneralSettings>, number, string, string]>([
    [{ autoSubmitPublish: true, autoPublishThreshold: 4 }, 5, 'published', 'rule.published'],
    [{ autoSubmitPublish: true, autoPublishThreshold: 4 }, 4, 'published', 'rule.published'],
    [{ autoSubmitPublish: true, autoPublishThreshold: 4 }, 3, 'pending', 'rule.belowThreshold'],
    [{ autoSubmitPublish: false, autoPublishThreshold: 1 }, 5, 'pending', 'rule.everyReviewWaits'],
  ])('with settings %j and %s stars is %s by %s', async (...[settings, rate, status, code]) => {
    const product = await addProduct(world, 'Jar')
    await saveSetting(world.ctx, 'general', settings)
    const { id } = await submitReview(world.ctx, {
      productId: product.id,
      fields: { rate, name: 'Ada', email: 'ada@reader.test' },
      media: createPostedMedia(),
      proof: { kind: 'none' },
    })
    expect(await rowOf(id)).toMatchObject({ status, decidedBy: 'rule', why: { code } })
  })
})

describe('the rule of 14 days', () => {
  test.each<[string, () => TestReview, string]>([
    ['a review that a rule left pending', () => ({ ...byRule, enteredAt: ago(14) }), 'published'],
    ['one a millisecond younger', () => ({ ...byRule, enteredAt: ago(14, -1) }), 'pending'],
    [
      'one whose own date is old and that came yesterday',
      () => ({ ...byRule, createdAt: ago(400), enteredAt: ago(1) }),
      'pending',
    ],
    [
      'one the merchant left pending on purpose',
      () => ({ status: 'pending', decidedBy: 'merchant', enteredAt: ago(20) }),
      'pending',
    ],
    [
      'an imported one',
      () => ({ status: 'pending', decidedBy: 'import', origin: 'imported', source: 'imported', enteredAt: ago(20) }),
      'pending',
    ],
    [
      'an imported one, whoever decided',
      () => ({ ...byRule, origin: 'imported', source: 'imported', enteredAt: ago(20) }),
      'pending',
    ],
    [
      'one that came with an import as a customer’s',
      () => ({ ...byRule, origin: 'customer', source: 'customer', importId: uuidv7(), enteredAt: ago(20) }),
      'pending',
    ],
    ['a rejected one', () => ({ status: 'rejected', decidedBy: 'rule', enteredAt: ago(20) }), 'rejected'],
    ['a hidden one', () => ({ status: 'hidden', decidedBy: 'rule', enteredAt: ago(20) }), 'hidden'],
    [
      'one in the trash',
      () => ({ status: 'deleted', decidedBy: 'rule', enteredAt: ago(20), deletedAt: ago(1) }),
      'deleted',
    ],
  ])('decides about %s', async (_case, review, status) => {
    const [row] = await addReviews(world.ctx, review())
    await world.runJobs()
    expect((await rowOf(row?.id ?? '')).status).toBe(status)
    expect(await countDrift(world.ctx)).toEqual([])
  })

  test('publishes nothing while it is off, without delaying other shops', async () => {
    const setTo = (autoPublishPending: boolean) =>
      world.rest('PUT', '/settings/general', { body: { autoPublishPending } })
    expect((await setTo(false)).json()).toMatchObject({ data: { autoPublishPending: false } })
    const [waiting] = await addReviews(world.ctx, { ...byRule, enteredAt: ago(20) })
    const [other] = await addReviews(world.contextOf(world.otherShop), { ...byRule, enteredAt: ago(15) })
    expect(await publishDueReviews(world.app.deps)).toBe(1)
    expect((await rowOf(waiting?.id ?? '')).status).toBe('pending')
    expect(
      await world.contextOf(world.otherShop).db.review.count({ where: { id: other?.id ?? '', status: 'published' } }),
    ).toBe(1)
    await setTo(true)
    expect(await publishDueReviews(world.app.deps)).toBe(1)
    expect((await rowOf(waiting?.id ?? '')).status).toBe('published')
  })

  test('counts again from the restore of a pending review', async () => {
    const [row, shown] = await addReviews(
      world.ctx,
      { ...byRule, enteredAt: ago(10) },
      { status: 'published', decidedBy: 'rule', enteredAt: ago(10), publishedAt: ago(10) },
    )
    const ids = [row?.id ?? '', shown?.id ?? '']
    await performReviewAction(world.ctx, { act: 'trash', ids })
    await world.advance({ days: 10 })
    await performReviewAction(world.ctx, { act: 'restore', ids })
    const back = world.ctx.now()
    await world.advance({ days: 13 })
    expect(await rowOf(ids[0] ?? '')).toMatchObject({ status: 'pending', enteredAt: back })
    expect((await rowOf(ids[1] ?? '')).enteredAt).toEqual(shown?.enteredAt)
    await world.advance({ days: 1 })
    expect(await rowOf(ids[0] ?? '')).toMatchObject({ status: 'published', why: { code: 'rule.after14Days' } })
  })

  test('records its reason in the row and the history, and updates the storefront', async () => {
    const product = await addProduct(world, 'Vase')
    const [row] = await addReviews(world.ctx, { ...byRule, productId: product.id })
    await world.advance({ days: 13 })
    expect((await rowOf(row?.id ?? '')).status).toBe('pending')
    await world.advance({ days: 1 })
    expect(await rowOf(row?.id ?? '')).toMatchObject({
      status: 'published',
      decidedBy: 'rule',
      why: { code: 'rule.after14Days', params: { days: 14 } },
      publishedAt: world.ctx.now(),
      version: 2,
      history: [{ actor: 'rule', action: 'published', before: { status: 'pending' }, after: { status: 'published' } }],
    })
    const { body } = await world.inject({
      url: `/storefront/${world.shop.shopifyDomain}/widgets/reviewBox?product=vase`,
    })
    expect(body).toContain('1 review')
  })

  test('publishes each review once from several shops and nodes, with correct counters', async () => {
    const product = await addProduct(world, 'Bench')
    const other = world.contextOf(world.otherShop)
    await addReviews(
      world.ctx,
      ...Array.from({ length: 1_300 }, (_, each) => ({
        ...byRule,
        rate: (each % 5) + 1,
        productId: product.id,
        enteredAt: ago(15),
      })),
    )
    await addReviews(other, ...Array.from({ length: 30 }, () => ({ ...byRule, enteredAt: ago(15) })))
    const done = await Promise.all([
      publishDueReviews(world.app.deps),
      publishDueReviews(world.app.deps),
      publishDueReviews(world.app.deps),
    ])
    await world.runJobs()
    expect(done.reduce((all, each) => all + each, 0)).toBe(1_330)
    expect(await world.ctx.db.reviewHistory.count({ where: { shopId: world.shop.id, action: 'published' } })).toBe(
      1_300,
    )
    expect([await countDrift(world.ctx), await countDrift(other)]).toEqual([[], []])
    expect(await publishDueReviews(world.app.deps)).toBe(0)
  })
})

describe('the recycle bin', () => {
  test.each<[string, Partial<GeneralSettings>, number, boolean]>([
    ['30 days unless changed', {}, 30, true],
    ['not a day sooner', {}, 29, false],
    ['15 days', { deleteAfterDays: 15 }, 15, true],
    ['15 days, not sooner', { deleteAfterDays: 15 }, 14, false],
    ['never', { enableTrashReview: false }, 400, false],
    ['30 chosen, 15 passed', { deleteAfterDays: 30 }, 20, false],
  ])('deletes reviews by its settings: %s', async (...[_case, settings, days, gone]) => {
    await saveSetting(world.ctx, 'general', settings)
    const [row] = await addReviews(world.ctx, { status: 'deleted', deletedAt: ago(days) })
    await world.runJobs()
    expect(await world.ctx.db.review.count({ where: { id: row?.id ?? '' } })).toBe(gone ? 0 : 1)
    expect(await countDrift(world.ctx)).toEqual([])
  })

  test.each<[PlanId, number]>([
    ['free', 1],
    ['pro', 0],
    ['enterprise', 0],
  ])('on the plan %s keeps %s old reviews', async (plan, left) => {
    await world.ctx.db.shop.update({ where: { id: world.shop.id }, data: { plan } })
    await addReviews(world.ctx, { status: 'deleted', deletedAt: ago(100) })
    await world.runJobs()
    expect(await world.ctx.db.review.count({ where: { shopId: world.shop.id } })).toBe(left)
  })

  test('deletes a review with its pictures and history, and no other review', async () => {
    const product = await addProduct(world, 'Lamp')
    const [trashed, kept] = await addReviews(
      world.ctx,
      { status: 'published', productId: product.id, hasMedia: true },
      { status: 'published', productId: product.id },
    )
    await world.ctx.db.reviewMedia.create({
      data: {
        shopId: world.shop.id,
        id: uuidv7(),
        reviewId: trashed?.id ?? '',
        key: `${world.shop.id}/${'a'.repeat(64)}`,
        createdAt: world.ctx.now(),
      },
    })
    await performReviewAction(world.ctx, { act: 'trash', ids: [trashed?.id ?? ''] })
    await world.advance({ days: 29 })
    expect(await world.ctx.db.review.count({ where: { shopId: world.shop.id } })).toBe(2)
    await world.advance({ days: 1 })
    const where = { shopId: world.shop.id }
    expect((await world.ctx.db.review.findMany({ where })).map(({ id }) => id)).toEqual([kept?.id])
    expect([
      await world.ctx.db.reviewMedia.count({ where }),
      await world.ctx.db.reviewHistory.count({ where: { ...where, reviewId: trashed?.id ?? '' } }),
    ]).toEqual([0, 0])
    expect(await countDrift(world.ctx)).toEqual([])
  })

  test('keeps a review that was restored in time', async () => {
    const [row] = await addReviews(world.ctx, { status: 'published' })
    await performReviewAction(world.ctx, { act: 'trash', ids: [row?.id ?? ''] })
    await world.advance({ days: 29 })
    await performReviewAction(world.ctx, { act: 'restore', ids: [row?.id ?? ''] })
    await world.advance({ days: 30 })
    expect((await rowOf(row?.id ?? '')).status).toBe('published')
  })

  test('deletes each review once from several shops and nodes, with correct counters', async () => {
    const other = world.contextOf(world.otherShop)
    await addReviews(
      world.ctx,
      ...Array.from({ length: 1_200 }, (_, each) => ({
        status: 'deleted' as const,
        rate: (each % 5) + 1,
        deletedAt: ago(31),
      })),
      { status: 'published' },
    )
    await addReviews(other, ...Array.from({ length: 30 }, () => ({ status: 'deleted' as const, deletedAt: ago(31) })))
    const done = await Promise.all([purgeTrash(world.app.deps), purgeTrash(world.app.deps), purgeTrash(world.app.deps)])
    await world.runJobs()
    expect(done.reduce((all, each) => all + each, 0)).toBe(1_230)
    expect(await world.ctx.db.review.count()).toBe(1)
    expect([await countDrift(world.ctx), await countDrift(other)]).toEqual([[], []])
  })
})
