import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ plan: 'enterprise' })
})
afterAll(() => world.close())

const templates = async () => (await world.rest('GET', '/settings/emailTemplates')).json<{ data: Record<string, { texts: Record<string, { subject: string }> }> }>().data

test('a broken template is refused with its line and nothing is stored', async () => {
  const before = await templates()
  const answer = await world.rest('PUT', '/settings/emailTemplates', { body: { 'review-reminder': { subject: 'New', content: 'Hello\n{% if x %}' } } })
  expect([answer.statusCode, answer.json()]).toEqual([422, expect.objectContaining({ fields: { 'review-reminder.content': expect.objectContaining({ code: 'templateBroken' }) as unknown } })])
  expect(await templates()).toEqual(before)
})

test('a save names the texts of one language and keeps the others', async () => {
  await world.rest('PUT', '/settings/emailTemplates', { body: { 'review-reminder': { texts: { de: { subject: 'Wie gefällt es?' } } } } })
  await world.rest('PUT', '/settings/emailTemplates', { body: { 'review-reminder': { texts: { fr: { subject: 'Alors ?' } } } } })
  expect((await templates())['review-reminder']?.texts).toMatchObject({ de: { subject: 'Wie gefällt es?' }, fr: { subject: 'Alors ?' } })
})

test.each(['review-reminder', 'photo-reminder', 'confirm-edit', 'review-reply', 'email_discount_review'])('previews a draft of %s with safe styles', async (type) => {
  const answer = await world.rest('POST', `/emails/${type}/preview`, { body: { subject: 'Draft for {{ customer_name }}', customCss: '.ink{color:#123456;background:url(https://x.test/a)}', locale: 'en' } })
  const mail = answer.json<{ subject: string; html: string; text: string }>()
  expect([answer.statusCode, mail.subject]).toEqual([200, 'Draft for Ada'])
  expect(mail.html).toMatch(/style="[^"]*color: ?#123456/)
  expect(mail.html).not.toContain('x.test')
  expect(mail.text).not.toBe('')
})

test('a test email needs a valid address and is limited to 25 in a day', async () => {
  const send = (to: string) => world.rest('POST', '/emails/review-reply/test', { body: { to } })
  expect((await send('nobody')).json()).toMatchObject({ fields: { to: { code: 'invalidEmail' } } })
  expect((await send('me@shop.test')).json()).toMatchObject({ success: true })
  for (let sent = 1; sent < 25; sent++) await send('me@shop.test')
  const refused = await send('me@shop.test')
  expect([refused.statusCode, refused.json()]).toEqual([429, expect.objectContaining({ message: 'You have reached the daily limit of 25 test emails' })])
})
