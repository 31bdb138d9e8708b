import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { SMTPServer } from 'smtp-server'
import type { AddressInfo } from 'node:net'
import { billingCycleDays } from '../../../rules/limits.ts'
import type { PlanId } from '../../../rules/plans.ts'
import type { Mail } from '../mail/mail.ts'
import { resend, sendAnyway } from '../queue/queue-actions.ts'
import { queueTabCounts } from '../queue/list-queue.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, placeOrder } from '../../testing/orders.ts'
import { createWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { claimDue, leaseMs } from './claim.ts'
import { sendDue } from './send-due.ts'
import { recordOutcomes } from './record-outcomes.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close()
})

async function newWorld(options: { plan?: PlanId; env?: Record<string, string> } = {}): Promise<World> {
  const world = await createWorld(options)
  open.push(world)
  return world
}

/** Adds fulfilled orders, whose requests are due in seven days. */
async function fulfilled(world: World, count = 1, email?: string): Promise<void> {
  const products = [await addProduct(world, 'Teapot')]
  for (let at = 0; at < count; at++) await (await placeOrder(world, { products, ...(email && { email }) })).fulfill()
}

const items = (world: World) =>
  world.ctx.db.queueItem.findMany({ where: { shopId: world.shop.id }, orderBy: { createdAt: 'asc' } })
const one = async (world: World) => (await items(world))[0]

/** Expects the counters to equal the rows. */
async function expectHonestCounts(world: World): Promise<void> {
  const rows = await world.ctx.db.queueItem.groupBy({ by: ['status'], where: { shopId: world.shop.id }, _count: true })
  const counts = await world.ctx.db.queueCount.findMany({ where: { shopId: world.shop.id, count: { not: 0 } } })
  expect(Object.fromEntries(counts.map(({ status, count }) => [status, count]))).toEqual(
    Object.fromEntries(rows.map(({ status, _count }) => [status, _count])),
  )
  const skipped = await world.ctx.db.queueItem.count({
    where: { shopId: world.shop.id, status: 'cancelled', skipReason: { not: null } },
  })
  expect(counts.reduce((sum, row) => sum + row.skipped, 0)).toBe(skipped)
}

describe('a due request is skipped', () => {
  test('after its order was canceled', async () => {
    const world = await newWorld()
    const order = await placeOrder(world)
    await order.fulfill()
    await order.cancel()
    await world.advance({ days: 8 })
    expect(await world.mailbox()).toHaveLength(0)
    expect(await one(world)).toMatchObject({ status: 'cancelled', skipReason: 'orderCancelled' })
    await expectHonestCounts(world)
  })

  test('while its template is off, unless the merchant sends it anyway', async () => {
    const world = await newWorld()
    await fulfilled(world)
    await saveSetting(world.ctx, 'emailTemplates', { reviewReminder: { enabled: false } })
    await world.advance({ days: 8 })
    const item = await one(world)
    expect(item).toMatchObject({ status: 'cancelled', skipReason: 'emailSettingDisabled' })
    await sendAnyway(world.ctx, [item?.id ?? ''])
    await world.runJobs()
    expect(await world.mailbox()).toHaveLength(1)
    expect(await one(world)).toMatchObject({ status: 'success', manual: true, skipReason: null })
  })

  test('after its product was deleted', async () => {
    const world = await newWorld()
    await fulfilled(world)
    await world.ctx.db.product.updateMany({
      where: { shopId: world.shop.id },
      data: { deletedAt: world.app.deps.now() },
    })
    await world.advance({ days: 8 })
    expect(await one(world)).toMatchObject({ status: 'cancelled', skipReason: 'noProducts' })
  })

  test('while the app is off', async () => {
    const world = await newWorld()
    await fulfilled(world)
    await world.ctx.db.shop.update({ where: { id: world.shop.id }, data: { appStatus: false } })
    await world.advance({ days: 8 })
    expect(await one(world)).toMatchObject({ status: 'cancelled', skipReason: 'appOff' })
  })

  test('if its address would add a second recipient', async () => {
    const world = await newWorld()
    await fulfilled(world)
    await world.ctx.db.queueItem.updateMany({
      where: { shopId: world.shop.id },
      data: { customerEmail: 'a@example.com, b@example.com' },
    })
    await world.advance({ days: 8 })
    expect(await one(world)).toMatchObject({ status: 'cancelled', skipReason: 'noRecipients' })
    expect(await world.mailbox()).toHaveLength(0)
  })
})

describe('a request email', () => {
  test('uses the customer’s language, has one-click unsubscribe, and prevents header injection by a name', async () => {
    const world = await newWorld()
    const order = await placeOrder(world, {
      firstName: '<b>X</b>\r\nBcc: victim@example.com',
      lastName: 'Eve',
      locale: 'de-AT',
    })
    await order.fulfill()
    await world.advance({ days: 7 })
    const mails = await world.mailbox()
    expect(mails).toHaveLength(1)
    const headers = mails[0]?.headers as Record<string, string>
    expect(headers['list-unsubscribe']).toMatch(
      /^<http:\/\/candor\.test\/u\/[\w-]+\.[\w-]+>, <mailto:leave\+[a-z2-7]{56}@bounces\.candor\.test\?subject=unsubscribe>$/,
    )
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(headers).not.toHaveProperty('bcc')
    expect(mails[0]?.html).toContain('&lt;b&gt;X&lt;/b&gt;')
    expect(mails[0]?.html).toContain('<html lang="de"')
  })
})

describe('the monthly limit', () => {
  test('pauses requests above it and sends them when it renews', async () => {
    const world = await newWorld({ plan: 'free' })
    const { id: shopId } = world.shop
    await world.ctx.db.requestUsage.create({ data: { shopId, cycleStart: world.shop.planStartedAt, sent: 48 } })
    await fulfilled(world, 4)
    await world.advance({ days: 7 })
    const statuses = async () => (await items(world)).map(({ status }) => status).sort()
    expect(await statuses()).toEqual(['paused', 'paused', 'success', 'success'])
    const paused = (await items(world)).find(({ status }) => status === 'paused')
    await expect(sendAnyway(world.ctx, [paused?.id ?? ''])).rejects.toMatchObject({
      code: 'requestLimitReached',
      resetsAt: new Date(world.shop.planStartedAt.getTime() + billingCycleDays * 86_400_000),
    })
    await world.advance({ days: 22 })
    expect(await statuses()).toEqual(['paused', 'paused', 'success', 'success'])
    await world.advance({ days: 1 })
    expect(await statuses()).toEqual(['success', 'success', 'success', 'success'])
    await expectHonestCounts(world)
  })

  test('skips a request that stays paused for 30 days', async () => {
    const world = await newWorld({ plan: 'free' })
    const { id: shopId, planStartedAt } = world.shop
    for (const cycle of [0, 1])
      await world.ctx.db.requestUsage.create({
        data: {
          shopId,
          cycleStart: new Date(planStartedAt.getTime() + cycle * billingCycleDays * 86_400_000),
          sent: 50,
        },
      })
    await fulfilled(world)
    await world.advance({ days: 7 })
    expect(await one(world)).toMatchObject({ status: 'paused' })
    await world.advance({ days: 31 })
    expect(await one(world)).toMatchObject({ status: 'cancelled', skipReason: 'quotaMissed' })
    await expectHonestCounts(world)
  })

  test('allows paused requests at once after an upgrade', async () => {
    const world = await newWorld({ plan: 'free' })
    await world.ctx.db.requestUsage.create({
      data: { shopId: world.shop.id, cycleStart: world.shop.planStartedAt, sent: 50 },
    })
    await fulfilled(world)
    await world.advance({ days: 7 })
    await world.ctx.db.shop.update({ where: { id: world.shop.id }, data: { plan: 'advanced' } })
    await world.runJobs()
    expect(await one(world)).toMatchObject({ status: 'success' })
  })
})

/** Starts a mail server that gives `answer` to each recipient. */
async function mailServer(answer: () => { code: number; text: string } | null, port = 0) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    closeTimeout: 10, // The world closes later and still holds connections.
    onRcptTo(_address, _session, done) {
      const refusal = answer()
      done(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
    },
    onData(stream, _session, done) {
      stream.resume()
      stream.on('end', () => done(null))
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  open.push({ close: () => new Promise((resolve) => server.close(resolve)) })
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

describe('a refused email', () => {
  test('is retried three times if the refusal is temporary; then the request fails and isn’t counted', async () => {
    let calls = 0
    const SMTP_URL = await mailServer(() => {
      calls += 1
      return { code: 451, text: '4.3.0 later' }
    })
    const world = await newWorld({ plan: 'free', env: { SMTP_URL } })
    await fulfilled(world)
    await world.advance({ days: 7 })
    expect(await one(world)).toMatchObject({
      status: 'waiting',
      attempts: 1,
      errorMessage: expect.stringContaining('4.3.0 later'),
    })
    const messageId = (await one(world))?.messageId
    for (const minutes of [1, 5, 30]) await world.advance({ minutes })
    expect(await one(world)).toMatchObject({ status: 'failed', attempts: 4, messageId })
    expect(calls).toBe(4)
    const usage = await world.ctx.db.requestUsage.findMany({ where: { shopId: world.shop.id } })
    expect(usage).toMatchObject([{ sent: 0 }])
    await expectHonestCounts(world)
  })

  test('is retried until an unreachable server returns, logged once and shown to operator and merchant', async () => {
    const SMTP_URL = await mailServer(() => null)
    await open.pop()?.close()
    const world = await newWorld({ env: { SMTP_URL } })
    const logged = jest.spyOn(world.app.deps.log, 'error').mockImplementation(() => undefined)
    const readEmailState = async () => [
      (await world.inject({ method: 'GET', url: '/readyz' })).json<object>(),
      (await world.graphql('{ viewer { shop { emailsDelayedSince } } }')).data,
    ]
    await fulfilled(world, 2)
    await world.advance({ days: 7 })
    for (const minutes of [1, 5, 30, 30, 30]) await world.advance({ minutes })
    expect(await items(world)).toEqual(Array(2).fill(expect.objectContaining({ status: 'waiting', attempts: 6 })))
    const since: unknown = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(await readEmailState()).toEqual([
      { status: 'ready', mail: 'unreachable', mailUnreachableSince: since },
      { viewer: { shop: { emailsDelayedSince: since } } },
    ])
    expect(logged.mock.calls).toEqual([
      [
        { refused: 1, reason: expect.stringContaining('ECONNREFUSED') },
        'the mail server cannot be reached: emails wait',
      ],
    ])
    await mailServer(() => null, Number(new URL(SMTP_URL).port))
    await world.advance({ minutes: 30 })
    expect(await items(world)).toEqual(Array(2).fill(expect.objectContaining({ status: 'success' })))
    expect(await readEmailState()).toEqual([
      { status: 'ready', mail: 'ok' },
      { viewer: { shop: { emailsDelayedSince: null } } },
    ])
  })

  test('is not retried if the refusal is permanent; an unknown mailbox gets no more emails', async () => {
    let calls = 0
    const SMTP_URL = await mailServer(() => {
      calls += 1
      return { code: 550, text: '5.1.1 unknown mailbox' }
    })
    const world = await newWorld({ env: { SMTP_URL } })
    await fulfilled(world)
    await world.advance({ days: 7 })
    await world.advance({ hours: 5 })
    expect(calls).toBe(1)
    const item = await one(world)
    expect(item).toMatchObject({ status: 'failed', errorMessage: expect.stringContaining('5.1.1 unknown mailbox') })
    await resend(world.ctx, [item?.id ?? ''])
    await world.runJobs()
    expect(await one(world)).toMatchObject({ status: 'cancelled', skipReason: 'addressRefused' })
  })
})

describe('a sender', () => {
  // Role web runs no sender, which could claim the requests first.
  const env = { CANDOR_ROLE: 'web' }

  test('sends the emails of a dead sender with the same Message-ID', async () => {
    const world = await newWorld({ env })
    await fulfilled(world, 3)
    await world.app.clock.advance(7 * 86_400_000)
    const claimed = await claimDue(world.app.deps, 100)
    expect(claimed).toHaveLength(3)
    await world.runJobs()
    expect(await world.mailbox()).toHaveLength(0)
    await world.ctx.db.queueItem.updateMany({
      where: { shopId: world.shop.id },
      data: { leaseUntil: new Date(Date.now() - leaseMs) },
    })
    await world.runJobs()
    const mails = await world.mailbox()
    expect(mails.map(({ headers }) => (headers as Record<string, string>)['message-id']).sort()).toEqual(
      claimed.map(({ messageId }) => messageId).sort(),
    )
    // A late outcome of the dead sender has no effect.
    await recordOutcomes(
      world.app.deps,
      claimed.map((item) => ({ item, status: 'failed', errorMessage: 'late' })),
    )
    expect((await items(world)).map(({ status }) => status)).toEqual(['success', 'success', 'success'])
    await expectHonestCounts(world)
  })

  test('shares due requests with a concurrent sender @oldest', async () => {
    const world = await newWorld({ env })
    await fulfilled(world, 5)
    await world.app.clock.advance(7 * 86_400_000)
    const [first, second] = await Promise.all([claimDue(world.app.deps, 3), claimDue(world.app.deps, 3)])
    const ids = [...first, ...second].map(({ id }) => id)
    expect(ids).toHaveLength(5)
    expect(new Set(ids).size).toBe(5)
  })

  test('sends no email twice while others run', async () => {
    const world = await newWorld({ env })
    await fulfilled(world, 40)
    await world.app.clock.advance(7 * 86_400_000)
    const arrived: string[] = []
    const send = world.app.deps.mail.send.bind(world.app.deps.mail)
    const worker = () => ({
      ...world.app.deps,
      mail: { ...world.app.deps.mail, send: (mail: Mail) => (arrived.push(mail.to.address), send(mail)) },
    })
    const taken = await Promise.all([sendDue(worker()), sendDue(worker()), sendDue(worker())])
    expect(taken.reduce((sum, each) => sum + each, 0)).toBe(40)
    expect(arrived.toSorted()).toEqual((await items(world)).map(({ customerEmail }) => customerEmail).toSorted())
    await expectHonestCounts(world)
  })
})

test('gives a request up after three tries to render a slow template, with the reason', async () => {
  const world = await newWorld({ plan: 'enterprise' })
  const slow = { content: '<b>x</b>'.repeat(2_400), customCss: 'b{color:red}'.repeat(1_600) }
  await saveSetting(world.ctx, 'emailTemplates', { reviewReminder: slow })
  await fulfilled(world)
  await world.advance({ days: 7 })
  expect(await one(world)).toMatchObject({ status: 'waiting', attempts: 1 })
  for (const minutes of [1, 5, 30]) await world.advance({ minutes })
  expect(await one(world)).toMatchObject({
    status: 'failed',
    attempts: 3,
    errorMessage: 'This email takes too long to create. Simplify its text or its styles.',
  })
  expect(await world.mailbox()).toEqual([])
  await expectHonestCounts(world)
})

test('tab counts equal the listed requests', async () => {
  const world = await newWorld()
  await fulfilled(world, 2)
  await placeOrder(world)
  const order = await placeOrder(world)
  await order.cancel()
  await world.advance({ days: 7 })
  const counts = Object.fromEntries((await queueTabCounts(world.ctx)).map(({ id, count }) => [id, count]))
  expect(counts).toMatchObject({ all: 4, sent: 2, waiting: 1, skipped: 1, cancelled: 0, scheduled: 0 })
})
