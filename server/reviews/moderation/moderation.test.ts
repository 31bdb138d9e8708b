import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { encodeId } from '../../core/global-ids.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, type TestProduct } from '../../testing/orders.ts'
import { addReviews } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { reviseOwnReview } from '../reviews/changes/own-review.ts'

let world: World
let mug: TestProduct
beforeAll(async () => {
  world = await createWorld()
  mug = await addProduct(world, 'Mug')
  await saveSetting(world.ctx, 'general', { autoSubmitPublish: true })
})
afterAll(() => world.close())
afterEach(async () => {
  await world.runJobs()
  await world.ctx.db.review.deleteMany({ where: { shopId: world.shop.id } })
  await saveSetting(world.ctx, 'moderation', {
    words: [],
    wordAct: 'hold',
    linkAct: 'off',
    contactAct: 'off',
    languageAct: 'off',
    markImports: false,
  })
})

const rules = (patch: object) => saveSetting(world.ctx, 'moderation', patch)
const long = 'The handle broke after one week and the glaze came off in the dishwasher, so I asked for a new one.'

/** Posts the store's form and returns the review. */
async function write(content: string, { from = '10.7.0.1', photo }: { from?: string; photo?: Uint8Array } = {}) {
  const body = new FormData()
  const fields = { rate: '5', name: 'Ada Byron', email: `${crypto.randomUUID()}@reader.test`, content }
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  if (photo) body.append('images', new Blob([new Uint8Array(photo)]), 'photo.png')
  const request = new Request('http://x', { method: 'POST', body })
  const answer = await world.inject({
    method: 'POST',
    url: `/storefront/${world.shop.shopifyDomain}/products/${mug.handle}/reviews`,
    remoteAddress: from,
    headers: { accept: 'application/json', 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  const { data } = answer.json<{ data: { id: string; status: string } }>()
  return data
}
const stored = (id: string) =>
  world.ctx.db.review.findUniqueOrThrow({ where: { shopId_id: { shopId: world.shop.id, id } } })

interface Queued {
  review: { id: string; content: string }
  reasons: { kind: string; found: string; count: number; act: string | null; reviews: { content: string }[] }[]
}
async function queue(): Promise<Queued[]> {
  const { data } = await world.graphql(
    '{ viewer { shop { suspicions(first: 20) { edges { node { review { id content } reasons { kind found count act reviews { content } } } } } } } }',
  )
  const { viewer } = data as unknown as { viewer: { shop: { suspicions: { edges: { node: Queued }[] } } } }
  return viewer.shop.suspicions.edges.map(({ node }) => node)
}
const kinds = async () => (await queue()).map(({ reasons }) => reasons.map(({ kind, count }) => `${kind} ${count}`))

describe('a rule', () => {
  test('holds a review, says why, and 14 days do not publish it', async () => {
    await rules({ words: ['Casino', '.*'] })
    const { id, status } = await write('The best CÁSINO!')
    expect(status).toBe('pending')
    expect(await stored(id)).toMatchObject({
      status: 'pending',
      why: { code: 'rule.hold.word', params: { found: 'Casino' } },
    })
    const { id: decided } = await write('Another casino')
    await world.ctx.db.review.updateMany({
      where: { shopId: world.shop.id },
      data: { emailConfirmedAt: world.ctx.now() },
    })
    await world.rest('POST', `/reviews/${decided}/publish`)
    await world.advance({ days: 15 })
    expect(await stored(id)).toMatchObject({ status: 'pending' })
    const waiting = (await world.mailbox()).filter(({ subject }) => subject === 'Your review of Mug still waits')
    expect(waiting.map(({ html }) => html.includes('The best CÁSINO!'))).toEqual([true])
    expect((await queue())[0]).toMatchObject({ reasons: [{ kind: 'WORD', found: 'Casino', act: 'HOLD' }] })
    expect((await write('Casinos are fine')).status).toBe('published')
  })

  test('rejects a review with a reason for its author', async () => {
    await rules({ linkAct: 'reject', rejectNote: 'No ads, please' })
    const { id, status } = await write('Buy at https://spam.example now')
    expect(status).toBe('hidden')
    expect(await stored(id)).toMatchObject({ status: 'hidden', why: { code: 'rule.reject.link' } })
    expect(
      await world.ctx.db.reviewStatement.findFirst({ where: { reviewId: id }, select: { reason: true, note: true } }),
    ).toEqual({ reason: 'spam', note: 'No ads, please' })
    expect(await queue()).toEqual([])
  })

  test('marks a published review, and the list finds it by its reason', async () => {
    await rules({ contactAct: 'mark' })
    const { id, status } = await write('Write to me at bob@spam.example')
    await write('Fine')
    expect(status).toBe('published')
    const listed = await world.rest('GET', '/reviews?suspicion=contact,link')
    expect(listed.json<{ data: { id: string }[] }>().data.map((each) => each.id)).toEqual([id])
    const { data } = await world.graphql('{ viewer { shop { moderationCounts { rule count } } } }')
    expect(data).toMatchObject({ viewer: { shop: { moderationCounts: [{}, {}, { rule: 'CONTACT', count: 1 }, {}] } } })
  })

  test('holds other languages, and lets short texts and doubt pass', async () => {
    await rules({ languageAct: 'hold', languages: ['en'] })
    const german = await write('Der Becher ist wunderschön und hält den Tee den ganzen Nachmittag über warm.')
    expect(await stored(german.id)).toMatchObject({ why: { code: 'rule.hold.language', params: { found: 'de' } } })
    expect((await write(long)).status).toBe('published')
    expect((await write('Sehr gut')).status).toBe('published')
  })

  test('applies to a customer’s change', async () => {
    await rules({ words: ['casino'] })
    const { id: customerId } = await world.ctx.db.customer.create({
      data: {
        shopId: world.shop.id,
        id: crypto.randomUUID(),
        email: 'own@reader.test',
        firstName: 'O',
        lastName: '',
        createdAt: world.ctx.now(),
      },
    })
    const [review] = await addReviews(world.ctx, {
      customerId,
      productId: mug.id,
      status: 'published',
      origin: 'customer',
      source: 'customer',
    })
    const id = review?.id ?? ''
    await reviseOwnReview(world.ctx, { id, customerId }, { rate: 5, title: '', content: 'casino' })
    expect(await stored(id)).toMatchObject({ status: 'pending' })
    await reviseOwnReview(world.ctx, { id, customerId }, { rate: 5, title: '', content: 'mug' })
    expect(await stored(id)).toMatchObject({ status: 'published' })
    await world.runJobs()
    expect(await queue()).toEqual([])
  })

  test('tells before it is saved what it would have done', async () => {
    for (const text of ['a mug', 'a cup', 'no']) await write(text)
    const { data } = await world.graphql(
      '{ viewer { shop { moderationTrial(text: "a bowl", draft: { words: ["a"] }) { reviews acts { act count } reasons { kind found } } } } }',
    )
    expect(data).toMatchObject({
      viewer: {
        shop: {
          moderationTrial: {
            reviews: 3,
            acts: [{ act: 'MARK' }, { act: 'HOLD', count: 2 }, { act: 'REJECT' }],
            reasons: [{ kind: 'WORD', found: 'a' }],
          },
        },
      },
    })
  })
})

describe('the queue', () => {
  test('shows near twins of other authors with their text, and follows their deletion', async () => {
    const first = await write(long)
    await write(long.replace('one week', 'two weeks'), { from: '10.7.0.2' })
    const third = await write(long.toUpperCase(), { from: '10.7.0.3' })
    await write('The lid fits well, and it keeps the tea warm for hours on my desk at work.', { from: '10.7.0.4' })
    await world.runJobs()
    expect(await kinds()).toEqual([['SAME_TEXT 2'], ['SAME_TEXT 2'], ['SAME_TEXT 2']])
    expect((await queue())[0]).toMatchObject({ review: { id: encodeId('Review', third.id) } })
    await world.rest('POST', `/reviews/${first.id}/trash`)
    await world.runJobs()
    expect(await kinds()).toEqual([['SAME_TEXT 1'], ['SAME_TEXT 1']])
  })

  test('shows the same photo, links without a rule, and five unproven reviews from one address', async () => {
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1f5b45' } })
      .png()
      .toBuffer()
    await write('One', { photo: picture, from: '10.8.0.1' })
    await write('Two', { photo: picture, from: '10.8.0.2' })
    await write('See spam.shop', { from: '10.8.0.3' })
    for (const text of ['First', 'Second', 'Third', 'Fourth', 'Fifth']) await write(text, { from: '10.8.0.9' })
    await world.runJobs()
    expect((await kinds()).filter(([kind]) => kind === 'SAME_PHOTO 1')).toHaveLength(2)
    expect(await kinds()).toContainEqual(['LINK 0'])
    expect(await kinds()).toContainEqual(['SAME_NETWORK 4'])
    const traits = await world.ctx.db.reviewTrait.findMany({ where: { trait: { startsWith: 'n:' } } })
    expect(JSON.stringify(traits)).not.toContain('10.8')
    await world.advance({ days: 8 })
    expect(await world.ctx.db.reviewTrait.count({ where: { trait: { startsWith: 'n:' } } })).toBe(0)
  })

  test('forgets a review that is found fine, published or hidden by the merchant', async () => {
    await rules({ linkAct: 'hold' })
    const [fine, good, bad] = [
      await write('a www.a.example'),
      await write('b www.b.example'),
      await write('c www.c.example'),
    ]
    await world.runJobs()
    expect(await queue()).toHaveLength(3)
    expect((await world.rest('POST', `/reviews/${fine.id}/suspicion/dismiss`)).statusCode).toBe(200)
    expect((await world.rest('POST', `/reviews/${fine.id}/suspicion/dismiss`)).statusCode).toBe(409)
    expect(await stored(fine.id)).toMatchObject({ status: 'pending' })
    await world.rest('POST', `/reviews/${good.id}/publish`)
    await world.rest('POST', `/reviews/${bad.id}/unpublish`, { body: { reason: 'spam' } })
    await world.runJobs()
    expect(await queue()).toEqual([])
    const [entry] = await world.ctx.db.reviewHistory.findMany({ where: { reviewId: fine.id, action: 'foundFine' } })
    expect(entry).toMatchObject({ actor: 'merchant' })
  })

  test('compares older and, if chosen, marks imported reviews, and never reviews of another shop', async () => {
    await addReviews(world.contextOf(world.otherShop), { content: long })
    await addReviews(world.ctx, { content: long }, { content: long, origin: 'imported', source: 'imported' })
    await addReviews(world.ctx, { content: 'www.a.example', origin: 'imported', source: 'imported' })
    await rules({ markImports: true, linkAct: 'reject' })
    await world.graphql('mutation { compareOlderReviews(input: { confirm: true }) { __typename } }')
    await world.runJobs()
    expect((await queue()).map(({ reasons }) => reasons.map(({ kind, act, count }) => [kind, act, count]))).toEqual([
      [['SAME_TEXT', null, 1]],
      [['SAME_TEXT', null, 1]],
      [['LINK', 'MARK', 0]],
    ])
  })
})
