import { setTimeout as later } from 'node:timers/promises'
import { makeShop, openApp } from './app.ts'
import type { DatabaseBench } from './bench.ts'
import { startChild } from './child.ts'
import { loadDue } from './load-queue.ts'
import { createWebhook } from '../server/shop/webhooks/webhooks.ts'
import { loadReviews } from './load-reviews.ts'

const fullRows = 6_000
const mails = 20_000
const must = 200
const measuredMs = 20_000

export const webhooks: DatabaseBench = {
  id: 'WEBHOOKS',
  title: `deliveries a second to a local receiver while another shop has ${mails} emails due, and emails a second beside`,
  must: `${must}/s`,
  aim: '400/s',
  async onDatabase({ place, options, say }) {
    await using smtp = await startChild('smtp-sink.ts', {})
    await using receiver = await startChild('webhook-sink.ts', {})
    const variables = { CANDOR_LOCAL_TARGETS: new URL(receiver.ready.url).host }
    await using open = await openApp(place, { variables })
    const { pool } = place.database
    const mailShop = await makeShop(open.app, 'mails')
    await loadReviews(pool, { shopId: mailShop.id, products: 2, reviews: 0 })
    await using _worker = await startChild('mail-worker.ts', {
      reach: place.reach,
      smtp: smtp.ready.url,
      variables,
    })
    await loadDue(pool, mailShop.id, mails)
    await later(3_000)
    const alone = await smtpRate(smtp, 10_000)
    await loadDeliveries(open, receiver.ready.url, options.rows ?? fullRows)
    await receiver.ask('taken')
    await smtp.ask('taken')
    const begun = performance.now()
    let taken = 0
    while (performance.now() - begun < measuredMs && taken < (options.rows ?? fullRows)) {
      await later(200)
      taken += Number(await receiver.ask('taken'))
    }
    const seconds = (performance.now() - begun) / 1000
    const beside = Number(await smtp.ask('taken')) / seconds
    const rate = taken / seconds
    say(
      `${taken} deliveries in ${seconds.toFixed(1)} s; emails ${alone.toFixed(0)}/s alone, ${beside.toFixed(0)}/s beside`,
    )
    return { figure: `${rate.toFixed(0)}/s; ${beside.toFixed(0)} emails/s`, ok: rate >= must && beside > 0 }
  },
}

async function smtpRate(smtp: { ask(question: string): Promise<unknown> }, ms: number): Promise<number> {
  await smtp.ask('taken')
  await later(ms)
  return (Number(await smtp.ask('taken')) / ms) * 1000
}

/** Adds an endpoint with its secret, and events that are due, as an action on many reviews does. */
async function loadDeliveries({ ctx }: Awaited<ReturnType<typeof openApp>>, url: string, rows: number): Promise<void> {
  await ctx.db.$executeRaw`update "Shop" set plan = 'enterprise' where id = ${ctx.shop.id}::uuid`
  ctx.shop.plan = 'enterprise'
  const { id } = await createWebhook(ctx, { url, topics: ['review.published'] })
  await ctx.db.$executeRaw`
    insert into "IntegrationDelivery" ("shopId", id, integration, lane, "endpointId", event, payload, "dueAt", "createdAt")
    select ${ctx.shop.id}::uuid, candor_new_id(), 'webhook', ${id}, ${id}::uuid, 'review.published', jsonb_build_object('content', repeat('text ', 100)), now(), now()
    from generate_series(1, ${rows}::int)`
}
