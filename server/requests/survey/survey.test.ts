import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { SignJWT } from 'jose'
import { suppress } from '../../shop/customers/suppressions.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, placeOrder } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { readSurveyResults } from './survey-results.ts'
import { buildSurveyUrl } from './survey.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await addProduct(world, 'Oak Board')
})
afterAll(() => world.close())
beforeEach(() => set({ enabled: true, thankYouPage: true }))

const set = (more: object) => saveSetting(world.ctx, 'survey', more)
const setEmail = (enabled: boolean) => saveSetting(world.ctx, 'emailTemplates', { survey: { enabled } })
let last = 0
const newOrder = () => `77000${++last}`
const pathOf = (order: string, channel: 'thankYou' | 'email' = 'email') =>
  new URL(buildSurveyUrl(world.ctx, { order, channel })).pathname
const post = (url: string, fields: Record<string, string>) =>
  world.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
const answerOf = (order: string) =>
  world.ctx.db.surveyAnswer.findFirst({ where: { shopId: world.shop.id, platformOrderId: order } })

describe('an answer', () => {
  test('is saved once for an order; a second one replaces it in figures, too', async () => {
    const order = newOrder()
    const before = await readSurveyResults(world.ctx, {})
    const path = pathOf(order)
    expect((await post(path, { score: '9', choice: 'A friend', comment: 'Lovely' })).statusCode).toBe(303)
    expect((await post(path, { score: '3', choice: 'A friend', comment: 'Broken' })).statusCode).toBe(303)
    const after = await readSurveyResults(world.ctx, {})
    expect(after.answers - before.answers).toBe(1)
    expect([after.promoters - before.promoters, after.detractors - before.detractors]).toEqual([0, 1])
    expect(await answerOf(order)).toMatchObject({
      score: 3,
      choice: 'A friend',
      comment: 'Broken',
      channel: 'email',
    })
    const shown = await world.inject({ method: 'GET', url: path })
    expect(shown.body).toContain('You can change it until')
  })

  test('is final after a week', async () => {
    const order = newOrder()
    await post(pathOf(order), { score: '10' })
    await world.advance({ days: 8 })
    const late = await post(pathOf(order), { score: '0' })
    expect([late.statusCode, late.body.includes('can’t be changed any more')]).toEqual([409, true])
    expect(await answerOf(order)).toMatchObject({ score: 10 })
  })

  test('does not follow from opening a link with a number', async () => {
    const order = newOrder()
    const page = await world.inject({ method: 'GET', url: `${pathOf(order, 'email')}?s=7` })
    expect([page.statusCode, /value="7" required checked/.test(page.body)]).toEqual([200, true])
    expect(await answerOf(order)).toBeNull()
  })

  test.each([
    ['no number', {}, 'Choose a number from 0 to 10'],
    ['a number of 11', { score: '11' }, 'Choose a number from 0 to 10'],
    ['a fraction', { score: '7.5' }, 'Choose a number from 0 to 10'],
    ['blanks', { score: '  ' }, 'Choose a number from 0 to 10'],
    ['a hexadecimal number', { score: '0x5' }, 'Choose a number from 0 to 10'],
    ['an exponent', { score: '1e0' }, 'Choose a number from 0 to 10'],
    ['an unknown choice', { score: '7', choice: 'Elsewhere' }, 'role="alert"'],
    ['a comment of 10,000 characters', { score: '7', comment: 'x'.repeat(10_000) }, '2000'],
  ])('with %s is refused next to its field, and what was typed stays', async (_name, fields, sentence) => {
    const order = newOrder()
    const answer = await post(pathOf(order), { comment: 'Kept', ...fields })
    expect([answer.statusCode, answer.body.includes(sentence)]).toEqual([422, true])
    expect(answer.body).toContain('comment' in fields ? 'xxx' : 'Kept')
    expect(await answerOf(order)).toBeNull()
  })

  test('shows markup as text', async () => {
    const order = newOrder()
    await post(pathOf(order), { score: '7', comment: '</textarea><script>alert(1)</script>' })
    const form = await world.inject({ method: 'GET', url: `${pathOf(order)}?change` })
    expect(form.body).toContain('&lt;/textarea&gt;&lt;script&gt;')
  })

  test('needs a link of this shop and this purpose', async () => {
    const link = (purpose: 'survey' | 'discount', payload: object) =>
      `/survey/${world.app.deps.signer.sign(purpose, payload, 300)}`
    const forged = [
      link('discount', { shopId: world.shop.id, order: '1', channel: 'email' }),
      link('survey', { shopId: '00000000-0000-4000-8000-000000000000', order: '1', channel: 'email' }),
      `${pathOf(newOrder())}x`,
    ]
    for (const url of forged) expect((await post(url, { score: '9' })).statusCode).toBe(404)
  })

  test('waits after too many posts, and keeps the input', async () => {
    const path = pathOf(newOrder())
    let answer = await post(path, { score: '5' })
    for (let at = 0; at < 200 && answer.statusCode === 303; at += 1)
      answer = await post(path, { score: '5', comment: 'Kept' })
    expect([answer.statusCode, answer.body.includes('Kept')]).toEqual([429, true])
  })

  test('is refused when the survey is off', async () => {
    await set({ enabled: false })
    const answer = await post(pathOf(newOrder()), { score: '5' })
    expect([answer.statusCode, answer.body.includes('This survey has ended')]).toEqual([409, true])
  })
})

describe('the thank-you page’s extension', () => {
  const tokenFor = (claims: object, secret = world.app.deps.env.SHOPIFY_API_SECRET) =>
    new SignJWT({ dest: world.shop.shopifyDomain, ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(world.app.deps.platform.apiKey)
      .setIssuedAt()
      .setNotBefore('0s')
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode(secret))
  const ask = async (token: string, order: string) =>
    world.inject({
      method: 'GET',
      url: `/survey?order=${encodeURIComponent(order)}`,
      headers: { authorization: `Bearer ${token}` },
    })

  test('gets the question for an order, and answers at its address', async () => {
    const { platformId: order } = await placeOrder(world, { email: 'thanks@survey.test' })
    const offer = await ask(await tokenFor({}), `gid://shopify/OrderIdentity/${order}`)
    expect(offer.headers['access-control-allow-origin']).toBe('*')
    const { data } = offer.json<{ data: { url: string; question: string } }>()
    expect(data.question).toBe('How did you hear about us?')
    const sent = await world.inject({
      method: 'POST',
      url: new URL(data.url).pathname,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      payload: { score: '9', choice: 'A friend', comment: '' },
    })
    expect(sent.json()).toEqual({ success: true })
    expect(await answerOf(order)).toMatchObject({ score: 9, choice: 'A friend', channel: 'thankYou' })
  })

  test('gets no link for an answered order, another customer’s order, or one of last week', async () => {
    const offered = async (order: string, claims: object = {}) => (await ask(await tokenFor(claims), order)).json()
    const nothing = { success: true, data: null }
    const { platformId: order } = await placeOrder(world, { email: 'secret@survey.test' })
    expect(await offered(order, { sub: 'gid://shopify/Customer/999' })).toEqual(nothing)
    await post(pathOf(order), { score: '2', comment: 'My secret' })
    expect(await offered(order)).toEqual(nothing)
    const stranger = pathOf(order, 'thankYou')
    for (const query of ['', '?change=1', '?s=9'])
      expect((await world.inject({ method: 'GET', url: `${stranger}${query}` })).body).not.toContain('My secret')
    expect((await post(stranger, { score: '10' })).statusCode).toBe(409)
    expect(await answerOf(order)).toMatchObject({ score: 2, comment: 'My secret' })
    const { platformId: old } = await placeOrder(world, { email: 'old@survey.test' })
    await world.advance({ days: 7 })
    expect(await offered(old)).toEqual(nothing)
  })

  test('counts an answer only once its order arrives; an order that came later than that was guessed', async () => {
    const before = await readSurveyResults(world.ctx, {})
    const send = (order: string, from: string) =>
      world.inject({
        method: 'POST',
        url: pathOf(order, 'thankYou'),
        remoteAddress: from,
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        payload: { score: 9 },
      })
    const codes = []
    for (let at = 0; at < 25; at += 1) codes.push((await send(newOrder(), '10.9.0.1')).statusCode)
    expect(codes.filter((code) => code === 200)).toHaveLength(20)
    expect((await readSurveyResults(world.ctx, {})).answers).toBe(before.answers)
    const [real, guessed] = [newOrder(), newOrder()]
    for (const order of [real, guessed]) await send(order, '10.9.0.2')
    const { ctx } = world
    await placeOrder(world, { email: 'real@survey.test', platformId: Number(real) })
    expect((await readSurveyResults(ctx, {})).answers).toBe(before.answers + 1)
    await world.advance({ hours: 1 })
    await placeOrder(world, { email: 'guessed@survey.test', platformId: Number(guessed) })
    expect((await readSurveyResults(ctx, {})).answers).toBe(before.answers + 1)
    await world.advance({ days: 9 })
    expect(await ctx.db.surveyAnswer.count({ where: { shopId: world.shop.id, heldAt: { not: null } } })).toBe(0)
  })

  test('gets nothing with a token of the admin', async () => {
    const admin = await tokenFor({ iss: `https://${world.shop.shopifyDomain}/admin`, sub: '1' })
    expect((await ask(admin, newOrder())).statusCode).toBe(404)
  })

  test('gets nothing with a forged token, of an unknown shop, or while the page is off', async () => {
    expect((await ask(await tokenFor({}, 'x'.repeat(32)), newOrder())).statusCode).toBe(404)
    expect((await ask(await tokenFor({ dest: 'unknown.myshopify.com' }), newOrder())).statusCode).toBe(404)
    expect((await ask(await tokenFor({}), "1' or 1=1")).statusCode).toBe(404)
    await set({ thankYouPage: false })
    expect((await ask(await tokenFor({}), newOrder())).json()).toEqual({ success: true, data: null })
  })
})

describe('the email', () => {
  const surveyMails = async (email: string) =>
    (await world.mailbox()).filter(({ to, subject }) => to === email && subject.startsWith('How was your order'))

  test('goes out once, ten days after fulfillment, with a link for each number', async () => {
    await setEmail(true)
    const order = await placeOrder(world, { email: 'ada@survey.test' })
    await order.fulfill()
    await order.deliver()
    await world.advance({ days: 6 })
    expect(await surveyMails('ada@survey.test')).toHaveLength(0)
    await world.advance({ days: 3 })
    await order.deliver()
    await world.advance({ days: 30 })
    const mails = await surveyMails('ada@survey.test')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.html.match(/\/survey\/[^"]+\?s=\d+/g)).toHaveLength(11)
    expect(mails[0]?.html).toContain('/u/')
  })

  test('stays away from customers who unsubscribed, already answered, or whose order was canceled', async () => {
    await setEmail(true)
    await suppress(world.ctx, ['left@survey.test'], 'unsubscribed')
    const left = await placeOrder(world, { email: 'left@survey.test' })
    const done = await placeOrder(world, { email: 'done@survey.test' })
    const canceled = await placeOrder(world, { email: 'canceled@survey.test' })
    for (const order of [left, done, canceled]) await order.fulfill()
    await post(pathOf(done.platformId), { score: '8' })
    await canceled.cancel()
    await world.advance({ days: 30 })
    for (const name of ['left', 'done', 'canceled']) expect(await surveyMails(`${name}@survey.test`)).toEqual([])
  })

  test('lets its recipient unsubscribe', async () => {
    await setEmail(true)
    const order = await placeOrder(world, { email: 'leaving@survey.test' })
    await order.fulfill()
    await world.advance({ days: 11 })
    const [mail] = await surveyMails('leaving@survey.test')
    const path = /\/u\/[\w.-]+/.exec(mail?.html ?? '')?.[0] ?? ''
    const done = await world.inject({ method: 'POST', url: path, payload: 'List-Unsubscribe=One-Click' })
    expect(done.statusCode).toBe(200)
    expect(
      await world.ctx.db.suppression.count({ where: { shopId: world.shop.id, email: 'leaving@survey.test' } }),
    ).toBe(1)
  })
})

describe('settings', () => {
  test.each([
    ['one emoji', { question: '🤔' }, 'question', 'needsLetters'],
    ['an empty question', { question: ' ' }, 'question', 'required'],
    ['10,000 characters', { question: 'a'.repeat(10_000) }, 'question', 'fillAtMost'],
    ['markup', { question: 'How <b>was</b> it?' }, 'question', 'noMarkup'],
    ['one choice', { choices: ['Yes'] }, 'choices', 'tooFewChoices'],
    ['nine choices', { choices: [...'abcdefghi'] }, 'choices', 'tooManyChoices'],
    ['a repeated choice', { choices: ['Yes', 'No', 'yes '] }, 'choices.2', 'choiceRepeated'],
    ['an empty choice', { choices: ['Yes', '', 'No'] }, 'choices.1', 'required'],
    ['half a translation', { texts: { de: { choices: ['Ja'] } } }, 'texts.de.choices', 'choicesDiffer'],
  ])('refuse %s at its field', async (...given) => {
    const [, fields, path, code] = given
    const refused: unknown = await set(fields).catch((error: unknown) => error)
    expect(refused).toMatchObject({ fields: { [path]: expect.anything() as unknown } })
    expect(JSON.stringify((refused as { fields: Record<string, unknown> }).fields[path])).toContain(code)
  })
})
