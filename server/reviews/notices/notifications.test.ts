import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { isoDay, mondayOf, shiftDay, startOfDay } from '../../../rules/dates.ts'
import { EMAIL_SETTING, type EmailSetting } from '../../../rules/settings/email-setting.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { performReviewAction } from '../reviews/changes/perform-action.ts'
import { submitReview } from '../reviews/adding/submit.ts'
import { createPostedMedia } from '../reviews/media/posted-media.ts'
import { createReview } from '../reviews/adding/create.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { addProduct, type TestProduct } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { queueNewReviewNotices } from './notice.ts'
import { isForDigest, isNegative, listReceivers } from './receivers.ts'

let shared: World
let sharedProduct: TestProduct
beforeAll(async () => {
  shared = await createWorld()
  sharedProduct = await addProduct(shared, 'Linen Towel')
})
afterAll(() => shared.close())
beforeEach(async () => {
  const db = shared.app.deps.access.acrossShops('the demo platform')
  await db.reviewNotice.deleteMany()
  await db.demoMail.deleteMany()
  await db.setting.deleteMany()
  await db.shop.updateMany({ data: { adminLocale: null, primaryLocale: 'en', settingsVersion: { increment: 1 } } })
  shared.ctx = shared.contextOf(await db.shop.findUniqueOrThrow({ where: { id: shared.shop.id } }))
})

interface Scene {
  world: World
  product: TestProduct
  /** Submits a review and runs the jobs. */
  write(rate: number, content?: string): Promise<string>
}

async function newWorld(world = shared): Promise<Scene> {
  const product = world === shared ? sharedProduct : await addProduct(world, 'Linen Towel')
  // Only the merchant's emails count here, so the author's mailbox is gone.
  const bounced = { shopId: world.shop.id, email: 'ada@reader.test', reason: 'bounced', createdAt: world.ctx.now() }
  await world.ctx.db.suppression.createMany({ data: bounced, skipDuplicates: true })
  let number = 0
  const write = async (rate: number, content?: string) => {
    number += 1
    const fields = { rate, content: content ?? `Text ${number}`, name: 'Ada Byron', email: 'ada@reader.test' }
    const { id } = await submitReview(world.ctx, {
      productId: product.id,
      fields,
      media: createPostedMedia(),
      proof: { kind: 'none' },
    })
    await world.runJobs()
    return id
  }
  return { world, product, write }
}

const listEmails = async (world: World) => (await world.mailbox()).map(({ to, subject }) => `${to}: ${subject}`)

describe('the email settings', () => {
  const setting = (more: Partial<EmailSetting> = {}): EmailSetting => ({ ...EMAIL_SETTING.defaults, ...more })

  test.each<[Partial<EmailSetting>, string[]]>([
    [{}, ['own@shop.test']],
    [{ receiverNewReview: 'a@b.test' }, ['a@b.test']],
    [{ receiverNewReview: 'a@b.test, c@d.test' }, ['a@b.test', 'c@d.test']],
    [{ receiverNewReview: ' A@b.test ,a@b.test,' }, ['a@b.test']],
    [{ receiverNewReview: 'nonsense' }, ['own@shop.test']],
  ])('name the receivers: %j', (more, expected) => {
    expect(listReceivers(setting(more), 'new', 'own@shop.test')).toEqual(expected)
  })

  test.each<[Partial<EmailSetting>, number, boolean, boolean]>([
    // Columns: setting, stars, at once, in the hourly notice.
    [{}, 3, false, true],
    [{}, 2, true, false],
    [{}, 1, true, false],
    [{ negativeReview: 3 }, 3, true, false],
    [{ enabledEmailNegativeReview: false }, 1, false, true],
    [{ enabledEmailNewReview: false }, 5, false, false],
    [{ enabledEmailNewReview: false }, 1, true, false],
    // Another receiver gets the hourly notice.
    [{ receiverNewReview: 'team@shop.test' }, 1, true, true],
    [{ receiverNewReview: 'team@shop.test', receiverNegativeReview: 'boss@shop.test, team@shop.test' }, 1, true, false],
  ])('choose an immediate or hourly notice: %j with %s stars', (...[more, rate, atOnce, later]) => {
    expect([isNegative(setting(more), rate), isForDigest(setting(more), rate, 'own@shop.test')]).toEqual([
      atOnce,
      later,
    ])
  })
})

describe('a negative review', () => {
  test('is reported at once to each receiver, with a link to the reply', async () => {
    const { world, write } = await newWorld()
    await saveSetting(world.ctx, 'emailSetting', { receiverNegativeReview: 'boss@world.test, care@world.test' })
    await write(1, '<i>Broken</i>')
    await write(2)
    const mails = (await world.mailbox()).filter(({ subject }) => subject.includes('for Linen Towel'))
    expect(mails.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
      'boss@world.test 1 star for Linen Towel',
      'boss@world.test 2 stars for Linen Towel',
      'care@world.test 1 star for Linen Towel',
      'care@world.test 2 stars for Linen Towel',
    ])
    expect(mails[0]?.html).toContain('&lt;i&gt;Broken&lt;/i&gt;')
    expect(mails[0]?.html).toMatch(
      /http:\/\/candor\.test\/demo\/admin\/reviews\/reply\/[\w-]+\?shop=world\.myshopify\.com/,
    )
  })

  test('is reported with the others of its hour after ten', async () => {
    const { world, write } = await newWorld()
    await saveSetting(world.ctx, 'emailSetting', { enabledEmailNewReview: false })
    // Leaves the reviews of earlier tests behind.
    await world.advance({ hours: 1 })
    for (let number = 0; number < 13; number++) await write(1)
    expect(await world.mailbox()).toHaveLength(10)
    await world.advance({ hours: 1 })
    expect((await listEmails(world)).slice(10)).toEqual(['owner@world.test: 13 new reviews at Shop world'])
    await world.advance({ hours: 1 })
  })

  test('is not reported above the threshold', async () => {
    const { world, write } = await newWorld()
    await saveSetting(world.ctx, 'emailSetting', { negativeReview: 1, enabledEmailNewReview: false })
    await write(2)
    expect(await world.mailbox()).toHaveLength(0)
  })
})

describe('new reviews', () => {
  test('are reported at most once an hour', async () => {
    const { world, write } = await newWorld()
    await write(5)
    expect(await listEmails(world)).toEqual(['owner@world.test: A new review at Shop world'])
    await write(4)
    await world.advance({ minutes: 59 })
    await write(3)
    expect(await world.mailbox()).toHaveLength(1)
    await world.advance({ minutes: 1 })
    expect(await listEmails(world)).toEqual([
      'owner@world.test: A new review at Shop world',
      'owner@world.test: 2 new reviews at Shop world',
    ])
    const [, mail] = await world.mailbox()
    expect(mail?.html).toMatch(/Text 3[^]*Text 2/)
    expect(mail?.html).not.toContain('Text 1')
    await world.advance({ hours: 5 })
    expect(await world.mailbox()).toHaveLength(2)
  })

  test('are counted, with the newest five quoted', async () => {
    const { world, write } = await newWorld()
    await write(5)
    for (let each = 0; each < 7; each++) await write(4)
    await world.advance({ hours: 1 })
    const [, mail] = await world.mailbox()
    expect(mail?.subject).toBe('7 new reviews at Shop world')
    expect(mail?.text).toContain('And 2 more reviews.')
  })

  test('reach every receiver, in the language of the admin', async () => {
    const { world, write } = await newWorld()
    await world.ctx.db.shop.update({ where: { id: world.shop.id }, data: { adminLocale: 'de', primaryLocale: 'fr' } })
    await saveSetting(world.ctx, 'emailSetting', { receiverNewReview: 'a@world.test, b@world.test' })
    await write(5)
    const mails = await world.mailbox()
    expect(mails.map(({ to }) => to).sort()).toEqual(['a@world.test', 'b@world.test'])
    expect(mails.every(({ html }) => html.includes('<html lang="de"'))).toBe(true)
  })

  test('send no email if the merchant wrote them or notices are off', async () => {
    const { world, product, write } = await newWorld()
    await createReview(world.ctx, { productId: product.id, rate: 1, content: 'Ours', published: true })
    await world.runJobs()
    await saveSetting(world.ctx, 'emailSetting', { enabledEmailNewReview: false, enabledEmailNegativeReview: false })
    await write(1)
    await world.advance({ hours: 2 })
    expect(await world.mailbox()).toHaveLength(0)
  })

  test('are not reported to another shop', async () => {
    const { world, write } = await newWorld()
    await write(5)
    expect((await world.mailbox()).some(({ to }) => to === 'owner@other.test')).toBe(false)
    expect(await world.ctx.db.reviewNotice.findMany({ where: { shopId: world.otherShop.id } })).toEqual([])
  })

  test('send one notice if several nodes check at once', async () => {
    const { world, write } = await newWorld()
    await write(5)
    await write(4)
    await world.app.clock.advance(3_600_000)
    const sent = await Promise.all(Array.from({ length: 4 }, () => queueNewReviewNotices(world.app.deps)))
    // The world's own worker may send it instead.
    expect(sent.reduce((all, each) => all + each, 0)).toBeLessThanOrEqual(1)
    await world.runJobs()
    expect(await world.mailbox()).toHaveLength(2)
  })

  test('are not counted after they were trashed or deleted; with none left, no email is sent', async () => {
    const { world, write } = await newWorld()
    await write(5)
    await world.advance({ minutes: 1 })
    const [one, two, three, four] = [
      await write(4, 'First'),
      await write(4, 'Second'),
      await write(4, 'Third'),
      await write(4, 'Fourth'),
    ]
    await performReviewAction(world.ctx, { act: 'trash', ids: [two, three] })
    await performReviewAction(world.ctx, { act: 'delete', ids: [three] })
    await world.advance({ hours: 1 })
    const [, mail] = await world.mailbox()
    expect(mail?.subject).toBe('2 new reviews at Shop world')
    expect(mail?.text).toMatch(/Fourth[^]*First/)
    expect(mail?.text).not.toMatch(/Second|Third|more/)
    const last = await write(4)
    await performReviewAction(world.ctx, { act: 'trash', ids: [one, four, last] })
    await world.advance({ hours: 1 })
    expect(await world.mailbox()).toHaveLength(2)
  })
})

test('a refusing receiver does not delay others, and no receiver gets an email twice', async () => {
  let busy = true
  const server = await startMailServer((address) =>
    busy && address === 'slow@world.test' ? { code: 451, text: '4.3.0 later' } : null,
  )
  const { world, write } = await newWorld(await createWorld({ env: { SMTP_URL: server.url } }))
  await saveSetting(world.ctx, 'emailSetting', { receiverNewReview: 'slow@world.test, quick@world.test' })
  await write(5)
  expect([server.asked.sort(), server.messageIds.length]).toEqual([['quick@world.test', 'slow@world.test'], 1])
  busy = false
  await world.app.database.pool.query(
    `update jobs.job set start_after = now() where name = 'mails.notices' and state = 'created'`,
  )
  await world.runJobs()
  expect(new Set(server.messageIds).size).toBe(2)
  expect(server.asked).toHaveLength(3)
  await world.close()
  await server.close()
})

test('the weekly summary is sent once on Monday morning in the shop’s time zone', async () => {
  const zone = 'America/New_York'
  const { world, write } = await newWorld()
  await world.ctx.db.shop.update({ where: { id: world.shop.id }, data: { ianaTimezone: zone } })
  world.ctx = world.contextOf(await world.ctx.db.shop.findUniqueOrThrow({ where: { id: world.shop.id } }))
  await saveSetting(world.ctx, 'emailSetting', {
    enabledEmailNewReview: false,
    enabledEmailNegativeReview: false,
    receiverWeeklySummary: 'team@world.test',
  })
  const monday = startOfDay(shiftDay(mondayOf(isoDay(world.ctx.now(), zone)), 28), zone)
  const goTo = (at: number) => world.advance({ minutes: Math.round((at - world.ctx.now().getTime()) / 60_000) })
  await goTo(monday.getTime() - 3 * 86_400_000)
  await write(4, 'Soft and warm')
  await goTo(monday.getTime() + 7.8 * 3_600_000)
  const summaries = async () => (await world.mailbox()).filter(({ to }) => to === 'team@world.test')
  expect(await summaries()).toEqual([])
  await world.advance({ minutes: 15 })
  await world.advance({ minutes: 15 })
  const [mail, ...more] = await summaries()
  expect([mail?.subject, more]).toEqual(['Your week at Shop world: 1 new review', []])
  expect(mail?.text).toContain('1 new review last week (0 the week before).')
  expect(mail?.text).toContain('Soft and warm')
  // The next week has no reviews and no summary.
  await world.advance({ days: 7 })
  expect(await summaries()).toHaveLength(1)
})
