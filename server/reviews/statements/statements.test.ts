import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { encodeId } from '../../core/global-ids.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, type TestProduct } from '../../testing/orders.ts'
import { addReviews } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { deleteOwnReview, reviseOwnReview } from '../reviews/changes/own-review.ts'

let world: World
let product: TestProduct
let id: string
beforeAll(async () => {
  world = await createWorld()
  product = await addProduct(world, 'Mug')
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.runJobs()
  await across().demoMail.deleteMany()
  await across().delayedMail.deleteMany()
  id = await add({ status: 'published', content: 'Leaks' })
})

const across = () => world.app.deps.access.acrossShops('the demo platform')
const add = async (more: Partial<Parameters<typeof addReviews>[1]>) => {
  const confirmed = { emailConfirmedAt: new Date() }
  const [review] = await addReviews(world.ctx, { productId: product.id, rate: 1, ...confirmed, ...more })
  return review?.id ?? ''
}
const minutes = (count: number) => world.advance({ minutes: count })
const post = (path: string, body: object = {}) => world.rest('POST', `/reviews/${id}/${path}`, { body })
const subjects = async () => (await world.mailbox()).map(({ to, subject }) => `${to}: ${subject}`)
const told = 'ada@reader.test: Your review of Mug isn’t shown at Shop world'
const find = () => world.ctx.db.reviewStatement.findFirst({ where: { reviewId: id }, orderBy: { id: 'desc' } })

/** Returns the path of the objection page in the last email that has one. */
async function linkOf(): Promise<string> {
  const mail = (await world.mailbox()).findLast(({ html }) => html.includes('/objection/'))
  return new URL(/https?:[^"]+\/objection\/[^"]+/.exec(mail?.html ?? '')?.[0] ?? 'http://none').pathname
}
const form = 'application/x-www-form-urlencoded'
const object = (url: string, text: string) =>
  world.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams({ text }).toString(),
    headers: { 'content-type': form },
  })
async function refuse(reason = 'offTopic'): Promise<string> {
  await post('unpublish', { reason })
  await minutes(6)
  return linkOf()
}

describe('a refused review', () => {
  test('has its reason in the history, and its author gets it by email with a way to object', async () => {
    expect((await post('unpublish', { reason: 'offTopic', note: 'About <delivery>' })).statusCode).toBe(200)
    await world.runJobs()
    expect(await subjects()).toEqual([])
    await minutes(6)
    expect(await subjects()).toEqual([told])
    const { html = '', text = '' } = (await world.mailbox())[0] ?? {}
    expect(html).toContain('It isn’t about the product')
    expect(html).toContain('A person at the shop made this decision')
    expect(html).toContain('About &lt;delivery&gt;')
    expect(text).toContain('/objection/')
    const [entry] = await world.ctx.db.reviewHistory.findMany({ where: { reviewId: id } })
    expect(entry?.after).toMatchObject({ status: 'hidden', reason: 'offTopic', note: 'About <delivery>' })
    const { data } = (await world.rest('GET', `/reviews/${id}/statement`)).json<{ data: object }>()
    expect(data).toMatchObject({ reason: 'offTopic', mailedAt: expect.any(String), objection: '' })
  })

  test.each([
    ['unpublish', { reason: 'boring' }, 'reason'],
    ['trash', { reason: 'other' }, 'note'],
    ['unpublish', { reason: 'spam', note: 'x'.repeat(501) }, 'note'],
  ])('is not refused for %s %j', async (path, body, field) => {
    const answer = await post(path, body)
    expect([answer.statusCode, Object.keys(answer.json<{ fields: object }>().fields)]).toEqual([422, [field]])
    expect(await find()).toBeNull()
  })

  test('needs no reason in the API, for callers from before reasons existed', async () => {
    expect((await post('unpublish')).statusCode).toBe(200)
    expect(await find()).toMatchObject({ reason: 'other', note: '' })
    await minutes(6)
    expect((await world.mailbox()).at(-1)?.text).toContain('The shop gave no reason')
  })

  test('sends nothing if it is shown again at once, if it was imported, or if the operator says so', async () => {
    await post('unpublish', { reason: 'spam' })
    await post('publish')
    id = await add({ status: 'published', origin: 'imported', source: 'imported' })
    await post('unpublish')
    const silent = await createWorld()
    await silent.app.deps.access
      .acrossShops('the demo platform')
      .shop.update({ where: { id: silent.shop.id }, data: { flags: { noStatements: true } } })
    silent.ctx = silent.contextOf(await silent.ctx.db.shop.findUniqueOrThrow({ where: { id: silent.shop.id } }))
    const [quiet] = await addReviews(silent.ctx, { status: 'published' })
    await silent.rest('POST', `/reviews/${quiet?.id}/unpublish`, { body: { reason: 'spam' } })
    await silent.advance({ minutes: 10 })
    expect(await silent.mailbox()).toEqual([])
    await silent.close()
    await minutes(6)
    expect(await subjects()).toEqual([])
  })

  test('of an address that anyone may have typed is not quoted, three times a day at most', async () => {
    await saveSetting(world.ctx, 'moderation', { words: ['casino'], wordAct: 'reject' })
    for (let at = 0; at < 5; at++)
      await world.inject({
        method: 'POST',
        remoteAddress: `10.5.0.${at}`,
        url: `/storefront/${world.shop.shopifyDomain}/products/${product.handle}/reviews`,
        payload: {
          rate: 5,
          title: 'Pills',
          content: `casino pills ${at}`,
          name: 'Pills',
          email: 'zoe@reader.test',
        },
      })
    await minutes(6)
    const mails = (await world.mailbox()).filter(({ to }) => to.includes('zoe@'))
    expect(mails).toHaveLength(3)
    for (const { html, text } of mails) expect(`${html}${text}`).not.toMatch(/pills/i)
    await saveSetting(world.ctx, 'moderation', { words: [] })
  })

  test('says whether a person or a rule decided', async () => {
    const customer = await world.ctx.db.customer.create({
      data: { shopId: world.shop.id, id: crypto.randomUUID(), email: 'rulf@reader.test', createdAt: world.ctx.now() },
    })
    await saveSetting(world.ctx, 'moderation', { words: ['casino'], wordAct: 'reject' })
    id = await add({ status: 'published', customerId: customer.id, origin: 'customer', email: 'rulf@reader.test' })
    await reviseOwnReview(world.ctx, { id, customerId: customer.id }, { rate: 1, title: '', content: 'casino' })
    await minutes(6)
    const mail = (await world.mailbox()).find(({ to }) => to.includes('rulf@'))
    expect(mail?.text).toContain('An automatic rule of the shop made this decision')
    expect(mail?.text).toContain('casino')
    expect(await find()).toMatchObject({ decidedBy: 'rule' })
    const { data } = (await world.rest('GET', `/reviews/${id}/statement`)).json<{ data: object }>()
    expect(data).toMatchObject({ decidedBy: 'rule' })
    await saveSetting(world.ctx, 'moderation', { words: [] })
  })

  test('sends one email if it is hidden and then moved to the trash', async () => {
    await post('unpublish', { reason: 'spam' })
    await post('trash', { reason: 'spam' })
    await minutes(6)
    expect(await subjects()).toEqual([told])
  })

  test('sends its email after a bulk action, with the reason', async () => {
    await world.graphql('mutation ($input: StartBulkInput!) { startBulk(input: $input) { __typename } }', {
      input: { act: 'UNPUBLISH', ids: [encodeId('Review', id)], reason: 'INSULT', note: 'Please stay kind' },
    })
    await world.runJobs()
    await minutes(6)
    expect(await subjects()).toEqual([told])
    expect(await find()).toMatchObject({ reason: 'insult', note: 'Please stay kind' })
  })

  test('sends its email when it is deleted for good, and still counts as received', async () => {
    const free = await createWorld({ plan: 'free' })
    const confirmed = { emailConfirmedAt: new Date() }
    const [gone] = await addReviews(free.ctx, { status: 'published', content: 'Broke', ...confirmed })
    const page = async () => (await free.inject({ url: `/storefront/${free.shop.shopifyDomain}/review-policy` })).body
    expect(await page()).toContain('shows 1 of the 1 reviews')
    const answer = await free.rest('DELETE', `/reviews/${gone?.id}`, { body: { reason: 'noPurchase' } })
    expect(answer.statusCode).toBe(200)
    expect(await page()).toContain('shows 0 of the 1 reviews')
    await free.advance({ minutes: 10 })
    const [mail] = await free.mailbox()
    expect([mail?.html.includes('Broke'), mail?.html.includes('/objection/')]).toEqual([true, false])
    expect(await free.ctx.db.reviewStatement.findMany()).toMatchObject([{ gone: true, snapshot: null }])
    await free.close()
  })
})

test('a review that its author deletes counts neither as shown nor as received', async () => {
  const shop = await createWorld({ plan: 'pro' })
  const customerId = crypto.randomUUID()
  await shop.ctx.db.customer.create({
    data: { shopId: shop.shop.id, id: customerId, email: 'own@reader.test', createdAt: shop.ctx.now() },
  })
  const own = { customerId, origin: 'customer', source: 'customer', status: 'published' } as const
  const [first, second] = await addReviews(shop.ctx, own, own, own)
  const page = async () => (await shop.inject({ url: `/storefront/${shop.shop.shopifyDomain}/review-policy` })).body
  await deleteOwnReview(shop.ctx, { id: first?.id ?? '', customerId })
  expect(await page()).toContain('shows 2 of the 2 reviews')
  await shop.rest('POST', `/reviews/${second?.id}/unpublish`, { body: { reason: 'spam' } })
  expect(await page()).toContain('shows 1 of the 2 reviews')
  await deleteOwnReview(shop.ctx, { id: second?.id ?? '', customerId })
  expect(await page()).toContain('shows 1 of the 1 reviews')
  await shop.advance({ days: 40 })
  expect(await page()).toContain('shows 1 of the 1 reviews')
  await shop.close()
})

test('a shop where every review waits promises a date on its policy page', async () => {
  await saveSetting(world.ctx, 'general', { autoSubmitPublish: false })
  const { body } = await world.inject({ url: `/storefront/${world.shop.shopifyDomain}/review-policy` })
  expect(body).toContain('<p style="margin:.75rem 0 0;text-wrap:pretty">Reviews are published after 14 days')
  await saveSetting(world.ctx, 'general', { autoSubmitPublish: true })
})

describe('an objection', () => {
  test('reaches the merchant once, stays in the author’s words, and is decided with an email', async () => {
    const link = await refuse()
    const page = await world.inject({ url: link })
    expect([page.statusCode, page.body.includes('Leaks'), page.body.includes('<textarea')]).toEqual([200, true, true])
    expect((await object(link, 'It is <true>')).statusCode).toBe(303)
    await world.runJobs()
    expect(await subjects()).toContain('owner@world.test: Objection: a review of Mug')
    const again = await object(link, 'Once more')
    expect(again.statusCode).toBe(409)
    expect(again.body).toContain('It is &lt;true&gt;')
    expect(again.body).toContain('Once more')
    expect(await find()).toMatchObject({ objection: 'It is <true>', decision: null })
    const { data } = await world.graphql(
      `mutation ($input: DecideObjectionInput!) { decideObjection(input: $input) {
        ... on DecideObjectionSuccess { data { status statement { decision answer objection } } } } }`,
      { input: { id: encodeId('Review', id), decision: 'RESTORED', answer: 'You are right' } },
    )
    expect(data).toMatchObject({
      decideObjection: { data: { status: 'PUBLISHED', statement: { decision: 'RESTORED', answer: 'You are right' } } },
    })
    await world.runJobs()
    const mail = (await world.mailbox()).at(-1)
    expect(mail?.subject).toBe('Your review of Mug is shown again')
    expect(mail?.html).toContain('You are right')
    expect((await world.inject({ url: link })).body).toContain('Your review is shown again')
  })

  test('that restores the review sends an email to its reporters', async () => {
    const url = `/storefront/${world.shop.shopifyDomain}/reviews/${id}/report`
    await world.inject({
      method: 'POST',
      url,
      payload: { reason: 'spam', email: 'rita@reporter.test' },
      headers: { accept: 'application/json' },
    })
    await object(await refuse(), 'No')
    await post('objection', { decision: 'restored' })
    await world.runJobs()
    const mails = (await world.mailbox()).filter(({ to }) => to === 'rita@reporter.test').map(({ text }) => text)
    expect(mails.join()).toContain('shows it again')
  })

  test('of several sent at once keeps one, and shows the others their text', async () => {
    const link = await refuse()
    const texts = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
    const answers = await Promise.all(texts.map((text) => object(link, `${text} objection`)))
    const lost = answers.filter(({ statusCode }) => statusCode === 409)
    expect([answers.filter(({ statusCode }) => statusCode === 303).length, lost.length]).toEqual([1, 5])
    answers.forEach(({ statusCode, body }, at) => {
      if (statusCode === 409) expect(body).toContain(`${texts[at]} objection`)
    })
  })

  test('can be turned down by REST, and a second decision is refused', async () => {
    await object(await refuse(), 'No')
    expect((await post('objection', { decision: 'maybe' })).statusCode).toBe(422)
    expect((await post('objection', { decision: 'kept', answer: 'We stay with it' })).statusCode).toBe(200)
    expect((await post('objection', { decision: 'kept' })).statusCode).toBe(409)
    await world.runJobs()
    expect(await subjects()).toContain('ada@reader.test: Your review of Mug stays hidden')
    const stranger = await world.rest('GET', `/reviews/${id}/statement`, { token: world.otherToken })
    expect(stranger.statusCode).toBe(404)
  })

  test.each([
    ['', 422],
    ['x'.repeat(2001), 422],
  ])('keeps what was typed when it is empty or too long', async (text, status) => {
    const answer = await object(await refuse(), text)
    expect(answer.statusCode).toBe(status)
    expect(answer.body).toContain(`>${text}</textarea>`)
  })

  test('of a stranger is refused', async () => {
    const link = await refuse()
    for (const url of [`${link}x`, '/objection/none', link.replace('objection', 'confirm')])
      expect((await object(url, 'Mine')).statusCode).toBe(404)
    expect(await find()).toMatchObject({ objection: '' })
  })

  test('after the deletion says so and shows the text; an open one keeps its review from the purge', async () => {
    const link = await refuse()
    await post('trash', { reason: 'spam' })
    await object(link, 'Wait')
    await world.advance({ days: 40 })
    expect(await world.ctx.db.review.count({ where: { id } })).toBe(1)
    await world.rest('DELETE', `/reviews/${id}`)
    await world.runJobs()
    expect(await subjects()).toContain('ada@reader.test: Your review of Mug was deleted')
    expect((await world.inject({ url: link })).body).toContain('Your review was deleted')
    id = await add({ status: 'published' })
    const other = await refuse()
    await post('trash')
    await world.rest('DELETE', `/reviews/${id}`)
    const answer = await object(other, 'My words')
    expect([answer.statusCode, answer.body.includes('My words'), answer.body.includes('deleted')]).toEqual([
      410,
      true,
      true,
    ])
  })
})
