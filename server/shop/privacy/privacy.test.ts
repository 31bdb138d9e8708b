import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { unzipSync, strFromU8 } from 'fflate'
import { imageKey } from '../../core/files/images.ts'
import { findTraces } from '../../testing/checks/traces.ts'
import { countDrift } from '../../testing/reviews.ts'
import { orderPayload, postWebhook } from '../../testing/orders.ts'
import { seedPerson, type SeededPerson } from '../../testing/person.ts'
import { startArchive } from '../../reviews/archive/archive.ts'
import { addThings } from '../../testing/things.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const customerOf = ({ platformId, email, phone }: SeededPerson) => ({ id: Number(platformId), email, phone })
const list = async () => {
  const { data } = await world.graphql(
    '{ viewer { shop { privacyRequests { kind status customer fileUrl fileSize finishedAt counts { kind count } } } } }',
  )
  return (data as unknown as { viewer: { shop: { privacyRequests: { [key: string]: unknown; kind: string }[] } } })
    .viewer.shop.privacyRequests
}

describe('a data request', () => {
  test('gives the merchant a file with all rows and pictures, in the admin and by email, for 30 days', async () => {
    const person = await seedPerson(world)
    const payload = { customer: customerOf(person), data_request: { id: 1 }, orders_requested: [] }
    expect(await postWebhook(world, 'customers/data_request', { payload })).toBe(200)
    await world.runJobs()
    const [request] = await list()
    expect(request).toMatchObject({ kind: 'DATA_REQUEST', status: 'DONE', customer: person.email })
    const answer = await world.inject({ method: 'GET', url: new URL(String(request?.['fileUrl'])).pathname })
    expect(answer.statusCode).toBe(200)
    const files = unzipSync(answer.rawPayload)
    expect(Object.keys(files).filter((name) => name.endsWith('.webp'))).toHaveLength(1)
    const data = JSON.parse(strFromU8(files['customer-data.json'] as Uint8Array)) as Record<string, unknown[]>
    for (const kind of [
      'customers',
      'orders',
      'reviewRequests',
      'reviews',
      'pictures',
      'discounts',
      'pushSubscriptions',
      'surveyAnswers',
      'webhookDeliveries',
    ])
      expect([kind, data[kind]?.length ?? 0]).toEqual([kind, kind === 'discounts' ? 2 : 1])
    expect(data['stoppedEmails']).toHaveLength(1)
    const mail = (await world.mailbox()).find(({ subject }) => subject.includes('asked for their data'))
    expect(mail?.to).toContain(world.shop.email)
    expect(mail?.html).not.toContain(person.email)
    const link = /http[^"]*\/privacy\/files\/[^"]+/.exec(mail?.html ?? '')?.[0] ?? ''
    expect((await world.inject({ method: 'GET', url: new URL(link).pathname })).statusCode).toBe(200)
    expect((await world.inject({ method: 'GET', url: `${new URL(link).pathname}x` })).statusCode).toBe(404)
    await world.advance({ days: 8 })
    expect((await world.inject({ method: 'GET', url: new URL(link).pathname })).statusCode).toBe(404)
    expect(
      (await world.inject({ method: 'GET', url: new URL(String(request?.['fileUrl'])).pathname })).statusCode,
    ).toBe(200)
    await world.advance({ days: 23 })
    expect((await list())[0]).toMatchObject({ fileUrl: null, customer: null })
    expect((await world.inject({ method: 'GET', url: new URL(link).pathname })).statusCode).toBe(404)
  })
})

describe('the erasure of a customer', () => {
  test('leaves no trace in tables, jobs and files, and keeps the anonymous review', async () => {
    const person = await seedPerson(world)
    await postWebhook(world, 'customers/data_request', { payload: { customer: customerOf(person) } })
    await world.runJobs()
    const traced = new Set((await findTraces(world, person.words)).map((found) => found.split(' ')[0]))
    expect([...traced].filter((table) => !table?.includes('_')).length).toBeGreaterThan(10)
    const payload = { customer: customerOf(person), orders_to_redact: [Number(person.orderPlatformId)] }
    const event = { payload, webhookId: 'redact-once' }
    expect(await postWebhook(world, 'customers/redact', event)).toBe(200)
    expect(await postWebhook(world, 'customers/redact', event)).toBe(200)
    await world.runJobs()
    expect(await findTraces(world, person.words)).toEqual([])
    expect(await world.ctx.files.get(imageKey(person.pictureKey, 'large'))).toBeNull()
    const where = { shopId_id: { shopId: world.shop.id, id: person.reviewId } }
    expect(await world.ctx.db.review.findUniqueOrThrow({ where })).toMatchObject({
      status: 'published',
      title: 'Fine, says …',
      content: 'Write to … or ask ….',
      replyContent: 'Thank you, …!',
      verifiedBy: 'order',
    })
    expect(await countDrift(world.ctx)).toEqual([])
    const erased = (await list()).filter(({ kind }) => kind === 'CUSTOMER_REDACT')
    expect(erased).toMatchObject([{ status: 'DONE', customer: null }])
    expect(erased[0]?.['counts']).toEqual(
      expect.arrayContaining(
        ['requests', 'discounts', 'pictures', 'reviews', 'exports', 'imports', 'orders', 'customers', 'traces'].map(
          (kind) => ({ kind, count: expect.any(Number) }),
        ),
      ),
    )
  })

  test('keeps the person erased when a late event of the order arrives', async () => {
    const person = await seedPerson(world)
    await postWebhook(world, 'customers/redact', { payload: { customer: customerOf(person) } })
    await world.runJobs()
    const payload = orderPayload(world, {
      platformId: Number(person.orderPlatformId),
      number: 77,
      email: person.email,
      firstName: person.firstName,
      products: [],
    })
    await world.advance({ minutes: 1 })
    await postWebhook(world, 'orders/updated', { payload })
    await world.runJobs()
    expect(await findTraces(world, person.words)).toEqual([])
  })

  test('waits for a running export, then continues where it stopped', async () => {
    const person = await seedPerson(world)
    const { db, shop } = world.ctx
    const exports = { where: { shopId: shop.id, fileKey: { not: '' } } }
    const requests = { where: { shopId: shop.id, kind: 'customer_redact', status: 'open' } }
    await db.reviewExport.updateMany({
      ...exports,
      data: { status: 'running', leaseUntil: new Date(Date.now() + 3_600_000) },
    })
    await postWebhook(world, 'customers/redact', { payload: { customer: customerOf(person) } })
    await world.runJobs()
    const { id, counts } = await db.privacyRequest.findFirstOrThrow(requests)
    expect(counts).toMatchObject({ requests: 1, reviews: 1 })
    expect(counts).not.toHaveProperty('customers')
    await db.reviewExport.updateMany({ ...exports, data: { status: 'done', leaseUntil: null } })
    await db.privacyRequest.updateMany({ ...requests, data: { leaseUntil: null } })
    await world.runJobs()
    const where = { shopId_id: { shopId: shop.id, id } }
    expect(await db.privacyRequest.findUniqueOrThrow({ where })).toMatchObject({
      status: 'done',
      counts: { requests: 1, reviews: 1, customers: 1 },
    })
    expect(await findTraces(world, person.words)).toEqual([])
  })

  test('stops a paused import, a running export and an archive that hold the person after 12 hours', async () => {
    const person = await seedPerson(world)
    const { db, shop } = world.ctx
    const where = { shopId: shop.id }
    const { id } = await db.import.findFirstOrThrow({ where, orderBy: { createdAt: 'desc' } })
    await db.import.updateMany({ where: { ...where, id }, data: { status: 'paused', startedAt: world.ctx.now() } })
    const leaseUntil = new Date(Date.now() + 3_600_000)
    await db.reviewExport.updateMany({
      where: { ...where, fileKey: { not: '' } },
      data: { status: 'running', leaseUntil },
    })
    await startArchive(world.ctx, { mailed: false })
    await db.shopArchive.updateMany({ where: { ...where, status: 'running' }, data: { leaseUntil } })
    await postWebhook(world, 'customers/redact', { payload: { customer: customerOf(person) } })
    const request = () => db.privacyRequest.findFirstOrThrow({ where, orderBy: { receivedAt: 'desc' } })
    await world.advance({ hours: 11 })
    expect(await request()).toMatchObject({ status: 'open' })
    await db.privacyRequest.updateMany({ where: { ...where, status: 'open' }, data: { leaseUntil: null } })
    await world.advance({ hours: 2 })
    expect(await request()).toMatchObject({ status: 'done', person: null })
    expect(await db.import.findUniqueOrThrow({ where: { shopId_id: { ...where, id } } })).toMatchObject({
      status: 'failed',
      fileKey: '',
      error: expect.stringContaining('stoppedForErasure'),
    })
    expect(await findTraces(world, person.words)).toEqual([])
  })

  test('keeps other customers, also with a similar address', async () => {
    const person = await seedPerson(world)
    const other = `x${person.email}`
    await world.ctx.db.suppression.create({
      data: { shopId: world.shop.id, email: other, reason: 'blocked', createdAt: world.ctx.now() },
    })
    await postWebhook(world, 'customers/redact', { payload: { customer: customerOf(person) } })
    await world.runJobs()
    expect(await world.ctx.db.suppression.count({ where: { email: other } })).toBe(1)
  })
})

describe('the erasure of a shop', () => {
  test('changes nothing while the app is installed', async () => {
    await postWebhook(world, 'shop/redact', { payload: { shop_domain: world.shop.shopifyDomain } })
    await world.runJobs()
    expect((await list())[0]).toMatchObject({ kind: 'SHOP_REDACT', status: 'IGNORED' })
    expect(await world.ctx.db.shop.count({ where: { id: world.shop.id } })).toBe(1)
  })

  test('deletes every row and file of the shop after its uninstall, and keeps the record', async () => {
    const shop = world.otherShop
    const { mark } = await addThings(world, shop)
    await world.ctx.db.shop.count()
    const domain = shop.shopifyDomain
    await postWebhook(world, 'app/uninstalled', { payload: { id: 2 }, shopDomain: domain })
    await world.advance({ days: 2 })
    expect((await findTraces(world, [mark])).length).toBeGreaterThan(12)
    expect(await postWebhook(world, 'shop/redact', { payload: { shop_domain: domain }, shopDomain: domain })).toBe(200)
    await world.runJobs()
    expect(await findTraces(world, [mark, domain, shop.email])).toEqual([])
    const records = await world.app.deps.access
      .acrossShops('the demo platform')
      .privacyRequest.findMany({ where: { shopId: shop.id }, orderBy: { receivedAt: 'desc' } })
    expect(records).toMatchObject([
      { kind: 'shop_redact', status: 'done', person: null, counts: { Shop: 1 } },
      { kind: 'data_request', person: null, fileKey: '' },
    ])
    expect(Object.keys(records[0]?.counts as object).length).toBeGreaterThan(12)
    expect(await postWebhook(world, 'orders/create', { payload: { id: 1 }, shopDomain: domain })).toBe(200)
  })
})
