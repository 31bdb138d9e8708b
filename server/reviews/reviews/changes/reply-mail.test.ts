import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import type { PlanId } from '../../../../rules/plans.ts'
import { suppress } from '../../../shop/customers/suppressions.ts'
import { encodeId } from '../../../core/global-ids.ts'
import { saveSetting } from '../../../shop/settings/settings.ts'
import { startMailServer } from '../../../testing/mail-server.ts'
import { addProduct } from '../../../testing/orders.ts'
import { addReviews, type TestReview } from '../../../testing/reviews.ts'
import { setPlan } from '../../../testing/things.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { performReviewAction } from './perform-action.ts'
import { mailReplies } from './reply-mail.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

let number = 0
async function replied(more: TestReview = {}, { notify, at = world }: { notify?: boolean; at?: World } = {}) {
  number += 1
  const email = more.email ?? `writer${number}@reader.test`
  const [review] = await addReviews(at.ctx, { status: 'published', ...more, email })
  await performReviewAction(at.ctx, {
    act: 'reply',
    ids: [review?.id ?? ''],
    content: 'Thank you,\nwe will mend it.',
    ...(notify === undefined ? {} : { notify }),
  })
  await at.advance({ minutes: 5 })
  const mails = async () => (await at.mailbox()).filter(({ to }) => to === email)
  return { id: review?.id ?? '', mails }
}

const mailOf = async (id: string) =>
  (
    (await world.graphql('query ($id: ID!) { node(id: $id) { ... on Review { replyMail { state reason } } } }', {
      id: encodeId('Review', id),
    })) as { data?: { node?: { replyMail: unknown } } }
  ).data?.node?.replyMail

test('the review tells that its reply was emailed, or why it was not', async () => {
  expect(await mailOf((await replied()).id)).toEqual({ state: 'SENT', reason: null })
  expect(await mailOf((await replied({}, { notify: false })).id)).toBeNull()
  const [waiting] = await addReviews(world.ctx, { status: 'published', email: 'plan@reader.test' })
  const id = waiting?.id ?? ''
  await performReviewAction(world.ctx, { act: 'reply', ids: [id], content: 'Thanks' })
  expect(await mailOf(id)).toEqual({ state: 'WAITING', reason: null })
  await setPlan(world, world.shop, 'free')
  await world.advance({ minutes: 5 })
  expect(await mailOf(id)).toEqual({ state: 'FAILED', reason: 'planLacksEmail' })
  await setPlan(world, world.shop, 'advanced')
})

test('the email shows the reply, the review and a link to the product', async () => {
  const product = await addProduct(world, 'Oak Board')
  const { mails } = await replied({ productId: product.id, rate: 2, title: 'Cracked', content: 'After a week' })
  const [mail] = await mails()
  expect(mail?.subject).toBe('Shop world replied to your review')
  expect(mail?.html).toMatch(
    /Thank you,<br>we will mend it\.[^]*Your review of Oak Board[^]*★★☆☆☆[^]*Cracked[^]*After a week/,
  )
  expect(mail?.html).toContain(world.ctx.platform.productUrl(world.shop, product.handle))
  expect(mail?.text).toContain('> we will mend it.')
})

test('an address typed by the merchant gets the reply if requested', async () => {
  const { mails } = await replied({ origin: 'admin', source: 'admin' }, { notify: true })
  expect(await mails()).toHaveLength(1)
})

test('the email uses the customer’s language', async () => {
  const customer = await world.ctx.db.customer.create({
    data: {
      shopId: world.shop.id,
      id: uuidv7(),
      email: 'karl@reader.test',
      locale: 'de-AT',
      createdAt: world.ctx.now(),
    },
  })
  const [mail] = await (await replied({ customerId: customer.id, email: 'karl@reader.test' })).mails()
  expect(mail?.html).toContain('<html lang="de"')
})

test('a repeated job or an edited reply sends no second email; a new reply does', async () => {
  const { id, mails } = await replied()
  const job = await world.app.database.pool.query<{ data: { mailId: string } }>(
    `select data from jobs.job where name = 'mails.replies' and data->'ids' ? $1`,
    [id],
  )
  await mailReplies(world.ctx, { ids: [id], mailId: job.rows[0]?.data.mailId ?? '' })
  expect(await mails()).toHaveLength(1)
  await performReviewAction(world.ctx, { act: 'editReply', ids: [id], content: 'Better words' })
  await world.advance({ minutes: 5 })
  expect(await mails()).toHaveLength(1)
  await performReviewAction(world.ctx, { act: 'deleteReply', ids: [id] })
  await performReviewAction(world.ctx, { act: 'reply', ids: [id], content: 'Another' })
  await world.advance({ minutes: 5 })
  const sent = await mails()
  expect(sent).toHaveLength(2)
  expect(new Set(sent.map(({ headers }) => (headers as Record<string, string>)['message-id'])).size).toBe(2)
})

test('a reply is emailed after five minutes unless it was deleted', async () => {
  const [review] = await addReviews(world.ctx, { status: 'published', email: 'delayed@reader.test' })
  const ids = [review?.id ?? '']
  const mails = async () => (await world.mailbox()).filter(({ to }) => to === 'delayed@reader.test')
  await performReviewAction(world.ctx, { act: 'reply', ids, content: 'First' })
  await world.advance({ minutes: 4 })
  await performReviewAction(world.ctx, { act: 'deleteReply', ids })
  await world.advance({ minutes: 2 })
  expect(await mails()).toHaveLength(0)
  await performReviewAction(world.ctx, { act: 'reply', ids, content: 'Second' })
  await world.advance({ minutes: 5 })
  expect((await mails()).map(({ html }) => html.includes('Second'))).toEqual([true])
})

describe('no reply is emailed', () => {
  test.each<[string, TestReview, { notify?: boolean }]>([
    ['that the merchant did not request', {}, { notify: false }],
    ['by default to an address that the merchant typed', { origin: 'admin', source: 'admin' }, {}],
    ['without an address', { email: '' }, {}],
    ['to an invalid address', { email: 'not an address' }, {}],
    ['about a review that was rejected as spam', { status: 'rejected' }, {}],
  ])('skips an email %s', async (_case, more, options) => {
    const before = (await world.mailbox()).length
    await replied(more, options)
    expect(await world.mailbox()).toHaveLength(before)
  })

  test.each(['unsubscribed', 'blocked', 'bounced'] as const)('skips a customer who is %s', async (reason) => {
    await suppress(world.ctx, [`${reason}@reader.test`], reason)
    expect(await (await replied({ email: `${reason}@reader.test` })).mails()).toHaveLength(0)
  })

  test('skips the email while the template is off', async () => {
    await saveSetting(world.ctx, 'emailTemplates', { reviewReply: { enabled: false } })
    expect(await (await replied()).mails()).toHaveLength(0)
    await saveSetting(world.ctx, 'emailTemplates', { reviewReply: { enabled: true } })
  })

  test('skips the email of a deleted reply', async () => {
    const [review] = await addReviews(world.ctx, { status: 'published', email: 'back@reader.test' })
    await performReviewAction(world.ctx, { act: 'reply', ids: [review?.id ?? ''], content: 'Oops', notify: false })
    await performReviewAction(world.ctx, { act: 'deleteReply', ids: [review?.id ?? ''] })
    await mailReplies(world.ctx, { ids: [review?.id ?? ''], mailId: uuidv7() })
    expect((await world.mailbox()).filter(({ to }) => to === 'back@reader.test')).toHaveLength(0)
  })
})

test.each<[PlanId, number]>([
  ['free', 0],
  ['pro', 1],
])('a job on the plan %s sends %s emails', async (plan, count) => {
  await setPlan(world, world.otherShop, plan)
  const ctx = world.contextOf(world.otherShop)
  const email = `reader@${plan}.test`
  const [review] = await addReviews(ctx, {
    email,
    status: 'published',
    replyContent: 'From a better time',
    replyAt: ctx.now(),
  })
  await mailReplies(ctx, { ids: [review?.id ?? ''], mailId: uuidv7() })
  expect((await world.mailbox()).filter(({ to }) => to === email)).toHaveLength(count)
})

test('a permanent refusal is recorded in the history and does not stop other emails', async () => {
  const server = await startMailServer((address) =>
    address.startsWith('bad') ? { code: 550, text: '5.7.1 not from you' } : null,
  )
  const at = await createWorld({ env: { SMTP_URL: server.url } })
  const reviews = await addReviews(
    at.ctx,
    ...Array.from({ length: 12 }, (_, each) => ({
      status: 'published' as const,
      email: each === 5 ? 'bad@reader.test' : `good${each}@reader.test`,
    })),
  )
  await performReviewAction(at.ctx, { act: 'reply', ids: reviews.map(({ id }) => id), content: 'Thanks' })
  await at.advance({ minutes: 5 })
  expect(server.messageIds).toHaveLength(11)
  expect(
    await at.ctx.db.reviewHistory.findMany({ where: { shopId: at.shop.id, action: 'replyMailFailed' } }),
  ).toMatchObject([
    { reviewId: reviews[5]?.id, actor: 'rule', after: { error: expect.stringContaining('5.7.1 not from you') } },
  ])
  // The refusal is not about an unknown mailbox, so the address is not suppressed.
  expect(await at.ctx.db.suppression.count()).toBe(0)
  await at.close()
  await server.close()
})
