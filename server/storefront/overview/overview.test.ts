import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import { isoDay, shiftDay, startOfDay } from '../../../rules/dates.ts'
import { THEME_BLOCKS, type ThemeWidget } from '../../../rules/theme-blocks.ts'
import { UpstreamFailed } from '../../core/errors.ts'
import { addProduct, placeOrder } from '../../testing/orders.ts'
import { addReviews } from '../../testing/reviews.ts'
import { statementsOf } from '../../testing/statements.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ plan: 'free' })
})
afterAll(() => world.close())

/** Makes the live theme hold these blocks; null: the platform doesn't answer. */
function setTheme(widgets: readonly ThemeWidget[] | null): void {
  world.app.deps.platform.themeFiles = () =>
    widgets
      ? Promise.resolve([
          {
            name: 'templates/product.json',
            text: JSON.stringify({
              blocks: widgets.map((widget) => ({
                type: `shopify://apps/candor/blocks/${THEME_BLOCKS[widget].handle}/0196`,
              })),
            }),
          },
        ])
      : Promise.reject(new UpstreamFailed('themeUnreadable'))
}

async function read<Value>(selection: string): Promise<Value> {
  const { data } = await world.graphql(`{ viewer { shop { it: ${selection} } } }`)
  return (data as unknown as { viewer: { shop: { it: Value } } }).viewer.shop.it
}

/** Returns what each item lacks, without those that are done. */
async function gaps(): Promise<Record<string, string>> {
  const steps = await read<{ item: string; done: boolean; gap: string | null }[]>('quickStart { item done gap }')
  return Object.fromEntries(steps.flatMap(({ item, gap }) => (gap === null ? [] : [[item, gap]])))
}

const save = (name: string, input: string) => world.graphql(`mutation { save${name}(input: ${input}) { __typename } }`)

describe('the quick start', () => {
  test('names what a new shop lacks', async () => {
    setTheme([])
    expect(await gaps()).toEqual({
      displayReview: 'notInTheme',
      importReview: 'noReview',
      starRating: 'notInTheme',
      discount: 'noDiscount',
      reviewReminder: 'noRequest',
      googleSnippet: 'notInTheme',
      reviewCarousel: 'widgetOff',
    })
  })

  test('does not accuse the theme while the platform does not answer', async () => {
    setTheme(null)
    expect(await gaps()).toMatchObject({ displayReview: 'unchecked', starRating: 'unchecked' })
  })

  test('is done once the blocks are placed, a review is there and a request is scheduled', async () => {
    setTheme(['reviewBox', 'starRating', 'reviewCarousel'])
    expect(await gaps()).toMatchObject({ googleSnippet: 'noRatedProduct' })
    const product = await addProduct(world, 'Reed Basket')
    await addReviews(world.ctx, { productId: product.id, status: 'published', rate: 4 })
    await save('Discount', '{ enableDiscount: true }')
    await save('Carousel', '{ enableCarousel: true }')
    await placeOrder(world, { email: 'kit@shopper.test', products: [product] })
    expect(await gaps()).toEqual({})
    await world.graphql('mutation { updateShop(input: { appStatus: false }) { __typename } }')
    expect(await gaps()).toEqual({ enableApp: 'appOff', googleSnippet: 'appOff' })
    await world.graphql('mutation { updateShop(input: { appStatus: true }) { __typename } }')
    await save('General', '{ richSnippets: false }')
    expect(await gaps()).toEqual({ googleSnippet: 'snippetOff' })
  })
})

describe('what needs the merchant', () => {
  const attention = () =>
    read<{ kind: string; count: number; name: string }[]>('attention { kind count limit rate importId name }')
  const counts = async () => Object.fromEntries((await attention()).map(({ kind, count }) => [kind, count]))

  test('is nothing at first', async () => {
    expect(await attention()).toEqual([])
  })

  test('counts pending, negative and reported reviews, and leaves out answered and old ones', async () => {
    const old = new Date(world.ctx.now().getTime() - 40 * 86_400_000)
    await addReviews(
      world.ctx,
      { status: 'pending' },
      { status: 'pending', rate: 1 },
      { status: 'published', rate: 2 },
      { status: 'published', rate: 2, openReports: 1 },
      { status: 'published', rate: 1, replyContent: 'Sorry', replyAt: world.ctx.now() },
      { status: 'published', rate: 1, createdAt: old },
    )
    expect(await counts()).toEqual({ pending: 2, negative: 2, reports: 1 })
    const from = startOfDay(shiftDay(isoDay(world.ctx.now(), world.shop.ianaTimezone), -29), world.shop.ianaTimezone)
    const listed = await read<{ totalCount: number }>(
      `reviews(filter: { status: [PUBLISHED], rate: [1, 2], unanswered: true, createdFrom: "${from.toISOString()}" }) { totalCount edges { node { rate } } }`,
    )
    expect(listed).toEqual({ totalCount: 2, edges: [{ node: { rate: 2 } }, { node: { rate: 2 } }] })
    expect((await attention()).map(({ kind }) => kind)).toEqual(['reports', 'negative', 'pending'])
  })

  test('warns from 80 % of the monthly requests', async () => {
    const usage = (sent: number) =>
      world.ctx.db.requestUsage.upsert({
        where: { shopId_cycleStart: { shopId: world.shop.id, cycleStart: world.shop.planStartedAt } },
        create: { shopId: world.shop.id, cycleStart: world.shop.planStartedAt, sent },
        update: { sent },
      })
    await usage(39)
    expect(await counts()).not.toHaveProperty('quota')
    await usage(40)
    expect(await attention()).toContainEqual(expect.objectContaining({ kind: 'quota', count: 40, limit: 50 }))
  })

  test('names the sender address that is not verified', async () => {
    await save('EmailSetting', '{ isCustomSenderEnabled: true, senderEmail: "hello@brook.test" }')
    expect(await attention()).toContainEqual(
      expect.objectContaining({ kind: 'unverifiedSender', name: 'hello@brook.test' }),
    )
  })

  test('names a plan on hold first', async () => {
    const { ctx, shop } = world
    await ctx.db.subscription.create({
      data: { shopId: shop.id, id: uuidv7(), plan: 'pro', interval: 'monthly', status: 'frozen', createdAt: ctx.now() },
    })
    expect((await attention())[0]).toMatchObject({ kind: 'planOnHold', count: 1 })
  })

  test('reads everything by one statement', async () => {
    await attention()
    const read = (await statementsOf(attention)).filter(({ text }) => /"ReviewCount"|"Review"|"Import"/.test(text))
    expect(read).toHaveLength(1)
  })
})

describe('the setup', () => {
  test('remembers the step to continue with', async () => {
    await world.graphql('mutation { updateShop(input: { setupStep: 2 }) { __typename } }')
    expect(await read('setupStep')).toBe(2)
    await world.rest('PUT', '/shops?type=updateOnboarding', { body: { setupStep: 3 } })
    expect(await read('setupStep')).toBe(3)
  })

  test.each([4, -1, 1.5])('refuses step %s', async (setupStep) => {
    expect((await world.rest('PUT', '/shops?type=updateOnboarding', { body: { setupStep } })).statusCode).toBe(422)
  })
})
