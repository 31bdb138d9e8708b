import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, placeOrder, type TestProduct } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let product: TestProduct
let written = 0
beforeAll(async () => {
  world = await createWorld()
  product = await addProduct(world, 'Mug')
})
afterAll(() => world.close())

async function write(email: string, query = ''): Promise<{ id: string; link: string }> {
  written += 1
  const answer = await world.inject({
    method: 'POST',
    remoteAddress: `10.4.0.${written}`,
    url: `/storefront/${world.shop.shopifyDomain}/products/${product.handle}/reviews${query}`,
    payload: JSON.stringify({ rate: 5, content: `<b>Buy pills ${written}`, name: 'Ada', email }),
    headers: { 'content-type': 'application/json' },
  })
  await world.runJobs()
  const mail = (await world.mailbox()).findLast(({ to }) => to.includes(email))
  expect(mail?.html ?? '').not.toContain('pills')
  const link = /https?:[^"]+(\/confirm\/[^"]+)/.exec(mail?.html ?? '')?.[1] ?? ''
  return { id: answer.json<{ data: { id: string } }>().data.id, link }
}
const read = (id: string) =>
  world.ctx.db.review.findUniqueOrThrow({ where: { shopId_id: { shopId: world.shop.id, id } } })
const press = (url: string, payload = '') =>
  world.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } })

test('an order of the confirmed address verifies the review, once its button is pressed', async () => {
  const order = await placeOrder(world, { email: 'ada@reader.test', products: [product] })
  await order.fulfill()
  await order.deliver()
  const { id, link } = await write('ada@reader.test')
  expect(Buffer.from(link.split('/')[2]?.split('.')[0] ?? '', 'base64url').toString()).not.toContain('ada@')
  const page = (await world.inject({ url: link })).body
  expect(page).toContain('Did you write this review?')
  expect(page).toContain('aria-label="5 out of 5 stars"')
  expect(page).toContain('&lt;b&gt;Buy pills 1')
  expect(await read(id)).toMatchObject({ verifiedBy: 'none', emailConfirmedAt: null, orderId: null })
  expect((await press(link)).statusCode).toBe(303)
  expect((await press(link)).statusCode).toBe(303)
  expect((await world.inject({ url: link })).body).toContain('Your review is verified')
  expect(await read(id)).toMatchObject({
    verifiedBy: 'order',
    channel: 'page',
    orderId: expect.any(String),
    deliveredAt: expect.any(Date),
    emailConfirmedAt: expect.any(Date),
  })
  const widget = await world.inject({
    url: `/storefront/${world.shop.shopifyDomain}/widgets/reviewBox?product=${product.handle}&page=product`,
  })
  expect(widget.body).toMatch(/Written on this site · Delivered in March 2026/)
})

test('an order that is delivered later gives its month to the review', async () => {
  const order = await placeOrder(world, { email: 'gus@reader.test', products: [product] })
  await order.fulfill()
  const { id, link } = await write('gus@reader.test')
  await press(link)
  expect(await read(id)).toMatchObject({ verifiedBy: 'order', deliveredAt: null })
  await order.deliver()
  expect(await read(id)).toMatchObject({ deliveredAt: expect.any(Date) })
})

test('an address without an order is confirmed, not verified; a forged link changes nothing', async () => {
  const { id, link } = await write('ben@reader.test', '?from=qr')
  expect((await press(`${link}x`)).statusCode).toBe(404)
  expect(await read(id)).toMatchObject({ emailConfirmedAt: null, channel: 'qr' })
  await press(link)
  expect((await world.inject({ url: link })).body).toContain('Thank you for confirming')
  expect(await read(id)).toMatchObject({ verifiedBy: 'none', customerId: null, emailConfirmedAt: expect.any(Date) })
})

test('a confirmed review belongs to the account with its address', async () => {
  await placeOrder(world, { email: 'hal@reader.test', products: [await addProduct(world, 'Bowl')] })
  const { id, link } = await write('hal@reader.test')
  await press(link)
  expect(await read(id)).toMatchObject({ verifiedBy: 'none', customerId: expect.any(String) })
})

test('the owner of an address can deny that they wrote a review, which reports it to the merchant', async () => {
  const { id, link } = await write('ivy@reader.test')
  expect((await press(`${link}x`, 'answer=no')).statusCode).toBe(404)
  const answer = await press(link, 'answer=no')
  expect([answer.statusCode, answer.body.includes('We removed your address')]).toEqual([200, true])
  expect(await read(id)).toMatchObject({ email: '', openReports: 1, emailConfirmedAt: null })
  expect((await read(id)).searchText).not.toContain('ivy@')
  expect((await press(link)).statusCode).toBe(410)
  expect((await press(link, 'answer=no')).statusCode).toBe(303)
  await world.rest('POST', `/reviews/${id}/reports/hide`)
  await world.runJobs()
  const mails = (await world.mailbox()).filter(({ to }) => to.includes('ivy@')).map(({ subject }) => subject)
  expect(mails).toContain('The decision on your report at Shop world')
})

test('an order verifies one review of each product', async () => {
  const order = await placeOrder(world, { email: 'eve@reader.test', products: [product] })
  await order.fulfill()
  const written = [await write('eve@reader.test'), await write('eve@reader.test'), await write('eve@reader.test')]
  await Promise.all(written.map(({ link }) => press(link)))
  const reviews = await Promise.all(written.map(({ id }) => read(id)))
  expect(reviews.map(({ verifiedBy }) => verifiedBy).sort()).toEqual(['none', 'none', 'order'])
  for (const { emailConfirmedAt } of reviews) expect(emailConfirmedAt).not.toBeNull()
})

test('a deleted review, and one whose address changed, can’t be confirmed', async () => {
  const { id, link } = await write('cyd@reader.test')
  await world.rest('POST', `/reviews/${id}/trash`)
  expect((await press(link)).statusCode).toBe(410)
})

test('the author of a rejected review reads that it isn’t shown, and gets no email to confirm it', async () => {
  await saveSetting(world.ctx, 'moderation', { words: ['pills'], wordAct: 'reject', wordReason: 'spam' })
  const reviews = `/storefront/${world.shop.shopifyDomain}/products/${product.handle}/reviews`
  const fields = { rate: '5', content: 'Pills, pills', name: 'Zoe', email: 'zoe@reader.test' }
  const answer = await world.inject({
    method: 'POST',
    url: reviews,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.headers.location).toBe('reviews/thanks?done=hidden')
  expect((await world.inject({ url: `${reviews}/thanks?done=hidden` })).body).toContain('Your review isn’t shown')
  await world.runJobs()
  await world.advance({ minutes: 10 })
  const subjects = (await world.mailbox()).filter(({ to }) => to.includes('zoe@')).map(({ subject }) => subject)
  expect(subjects).toEqual(['Your review of Mug isn’t shown at Shop world'])
  await saveSetting(world.ctx, 'moderation', { words: [] })
})

test('an author gets emails in the language of the page', async () => {
  const widget = await world.inject({
    url: `/storefront/${world.shop.shopifyDomain}/widgets/reviewBox?product=${product.handle}&page=product&locale=fr`,
  })
  const action = /action="[^"]*(\/storefront\/[^"]*\/products\/[^"]*)"/.exec(widget.body)?.[1] ?? ''
  const { id } = await write('fay@reader.test', new URL(action, 'http://none').search)
  expect(await read(id)).toMatchObject({ locale: 'fr', language: null })
  expect((await world.mailbox()).findLast(({ to }) => to.includes('fay@'))?.html).toContain('lang="fr"')
})

test('an address gets at most three such emails a day', async () => {
  for (let at = 0; at < 5; at++) await write('dan@reader.test')
  expect((await world.mailbox()).filter(({ to }) => to.includes('dan@'))).toHaveLength(3)
})
