import { setTimeout } from 'node:timers/promises'
import { createImport } from '../server/imports/imports.ts'
import { addProduct, orderPayload, postWebhook, type TestProduct } from '../server/testing/orders.ts'
import { emptyVerdict, recordPlanted } from '../server/testing/checks/verdict.ts'
import type { World } from '../server/testing/world.ts'
import type { PromiseBench } from './bench.ts'
import { openWorld } from './world.ts'

const fullWebhooks = 10_000
const atOnce = 10
const mostMs = 500
const minute = 60_000

interface Event {
  topic: string
  webhookId: string
  triggeredAt: Date
  payload: object
}

export const r6: PromiseBench = {
  id: 'R6',
  title:
    '10,000 webhooks, 30 % repeated, 20 % out of order: one effect each, answered within 500 ms (p99), also during an import; half as many forged ones: all refused, no effect',
  async onPromise({ place, options, say }) {
    await using world = await openWorld(place, 'all', { heavyJobs: 'child', live: true })
    const verdict = emptyVerdict()
    const product = await addProduct(world, 'Lamp')
    const orders = Math.ceil(((options.rows ?? fullWebhooks) * 0.7) / 4)
    const sent = arrivals(eventsOf(world, { product, orders, first: 1 }))
    const measure = async (events: readonly Event[], when: string): Promise<void> => {
      const times = await post(events, async ({ topic, ...event }) => {
        verdict.tried += 1
        const status = await postWebhook(world, topic, event)
        if (status !== 200) verdict.found.push(`${event.webhookId} was answered ${status}`)
      })
      const p99 = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0
      say(`${events.length} webhooks ${when}, p99 ${p99.toFixed(0)} ms with ${atOnce} at once`)
      if (p99 > mostMs) verdict.found.push(`p99 is ${p99.toFixed(0)} ms ${when}`)
    }
    await measure(sent, 'alone')
    verdict.found.push(...(await findFaults(world, orders)))

    const forged = Math.round(sent.length / 2)
    await post(sent.slice(0, forged), async ({ topic, webhookId, payload }) => {
      verdict.tried += 1
      const status = await postWebhook(world, topic, {
        payload: { ...payload, id: 1 },
        webhookId: `${webhookId}-forged`,
        secret: 'another secret',
      })
      if (status !== 401) verdict.found.push(`a forged webhook was answered ${status}`)
    })
    verdict.found.push(...(await findFaults(world, orders)))

    const more = Math.ceil(orders / 5)
    const end = new AbortController()
    const first = await startImport(world, 0)
    const begun = performance.now()
    const importing = keepImporting(world, { first, end: end.signal })
    await measure(arrivals(eventsOf(world, { product, orders: more, first: orders + 1 })), 'during imports')
    end.abort()
    const rows = (await importing) / ((performance.now() - begun) / 1_000)
    say(`the imports wrote ${rows.toFixed(0)} rows a second`)
    if (rows < 1) verdict.found.push('no import ran')
    verdict.found.push(...(await findFaults(world, orders + more)))

    const where = { shopId: world.shop.id }
    const one = await world.ctx.db.order.findFirstOrThrow({
      where: { ...where, cancelledAt: null },
      select: { id: true },
    })
    await world.ctx.db.order.update({
      where: { shopId_id: { ...where, id: one.id } },
      data: { cancelledAt: world.app.deps.now() },
    })
    recordPlanted(verdict, 'an order that was changed by hand', (await findFaults(world, orders + more)).length === 1)
    return verdict
  },
}

/** Runs one import after the other in the worker child. Returns the rows that they wrote until the signal. */
async function keepImporting(world: World, { first, end }: { first: string; end: AbortSignal }): Promise<number> {
  const isOver = () => end.aborted
  let written = 0
  for (let file = 0; !isOver(); file++) {
    const id = file === 0 ? first : await startImport(world, file)
    const where = { shopId_id: { shopId: world.shop.id, id } }
    let run
    do {
      await setTimeout(500)
      run = await world.ctx.db.import.findUniqueOrThrow({ where })
    } while (run.status === 'running' && !isOver())
    written += run.done
  }
  return written
}

async function startImport(world: World, number: number): Promise<string> {
  const rows = Array.from({ length: 10_000 }, (_none, at) => `Row ${at},Works well ${number} ${at},5,Ann Lee,lamp\n`)
  const file = `title,body,rating,reviewer_name,product_handle\n${rows.join('')}`
  const { id } = await createImport(world.ctx, { name: 'reviews.csv', bytes: new TextEncoder().encode(file) })
  const where = { shopId_id: { shopId: world.shop.id, id } }
  while ((await world.ctx.db.import.findUniqueOrThrow({ where })).status === 'checking') await setTimeout(200)
  const { statusCode, body } = await world.rest('POST', `/imports/${id}/start`, { body: {} })
  if (statusCode !== 200) throw new Error(`The import did not start: ${body}`)
  return id
}

interface Orders {
  product: TestProduct
  orders: number
  /** Number of the first order. */
  first: number
}

/** Returns four events of each order; every fifth order is cancelled at last. */
function eventsOf(world: World, { product, orders, first }: Orders): Event[] {
  const events: Event[] = []
  const start = world.app.deps.now().getTime()
  for (let number = first; number < first + orders; number++) {
    const order = orderPayload(world, {
      platformId: 9_000_000 + number,
      number,
      email: `r6-${number}@bench.test`,
      products: [product],
    })
    const at = (minutes: number) => new Date(start + minutes * minute)
    const parcel = {
      id: order.id + 50_000_000,
      order_id: order.id,
      status: 'success',
      created_at: at(1).toISOString(),
      updated_at: at(1).toISOString(),
      shipment_status: null,
    }
    const event = (topic: string, minutes: number, payload: object) =>
      events.push({ topic, webhookId: `r6-${number}-${minutes}`, triggeredAt: at(minutes), payload })
    event('orders/create', 0, order)
    event('orders/updated', 1, {
      ...order,
      updated_at: at(1).toISOString(),
      fulfillment_status: 'fulfilled',
      fulfillments: [parcel],
    })
    event('fulfillment_events/create', 2, {
      id: number,
      fulfillment_id: parcel.id,
      order_id: order.id,
      status: 'delivered',
      happened_at: at(2).toISOString(),
    })
    event(number % 5 === 0 ? 'orders/cancelled' : 'orders/updated', 3, {
      ...order,
      updated_at: at(3).toISOString(),
      fulfillment_status: 'fulfilled',
      fulfillments: [{ ...parcel, shipment_status: 'delivered' }],
      cancelled_at: number % 5 === 0 ? at(3).toISOString() : null,
    })
  }
  return events
}

/** Returns orders that are not as their newest event says, or have not one request. */
async function findFaults({ ctx, shop }: World, orders: number): Promise<string[]> {
  const where = { shopId: shop.id }
  const rows = await ctx.db.order.findMany({
    where,
    select: { id: true, number: true, fulfilledAt: true, cancelledAt: true },
  })
  const counted = await ctx.db.queueItem.groupBy({
    by: ['orderId'],
    where: { ...where, type: 'review-reminder' },
    _count: true,
  })
  const requests = new Map(counted.map(({ orderId, _count }) => [orderId, _count]))
  const wrong = rows.filter(
    ({ id, number, fulfilledAt, cancelledAt }) =>
      !fulfilledAt || (cancelledAt !== null) !== (number % 5 === 0) || requests.get(id) !== 1,
  )
  return [
    ...(rows.length === orders ? [] : [`${rows.length} orders instead of ${orders}`]),
    ...wrong.map(({ number }) => `order ${number} is not as its newest event says`),
  ]
}

/** Returns the events in order of arrival: three tenths twice, a fifth after later ones. */
function arrivals(events: readonly Event[]): Event[] {
  const repeated = events.filter((_event, at) => at % 7 < 3)
  const all = [
    ...events.map((event, at) => ({ event, place: at % 5 === 4 ? at + 40 : at })),
    ...repeated.map((event, at) => ({ event, place: (at * 7) / 3 + 20 })),
  ]
  return all.toSorted((one, other) => one.place - other.place).map(({ event }) => event)
}

/** Posts several at once. Returns the milliseconds of each. */
async function post(events: readonly Event[], run: (event: Event) => Promise<void>): Promise<number[]> {
  const times: number[] = []
  let next = 0
  const work = async () => {
    for (let event = events[next++]; event; event = events[next++]) {
      const begun = performance.now()
      await run(event)
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return times
}
