import { createTransport } from 'nodemailer'
import type pg from 'pg'
import type { Mail } from '../server/requests/mail/mail.ts'
import { loadMailBuilder } from '../server/requests/sending/request-content.ts'
import { sendDue } from '../server/requests/sending/send-due.ts'
import { openApp, type BenchApp } from './app.ts'
import type { DatabaseBench } from './bench.ts'
import { startChild } from './child.ts'
import { loadDue } from './load-queue.ts'
import { loadReviews } from './load-reviews.ts'
import { compare, formatSpread } from './rounds.ts'

/** Emails of one half of a round. */
const fullMails = 1_000
const products = 50
/** As many connections as server/requests/mail/smtp.ts keeps. */
const connections = 5
const must = 0.7

export const p13: DatabaseBench = {
  id: 'P13',
  title:
    'requests from the queue to SMTP against a bare nodemailer pool sending the same mails to the same sink, mails a second',
  must: '0.7',
  aim: '0.9',
  async onDatabase({ place, options, say }) {
    const mails = options.rows ?? fullMails
    await using sink = await startChild('smtp-sink.ts', {})
    await using open = await openApp(place, { variables: { SMTP_URL: sink.ready.url } })
    const { pool } = place.database
    await loadReviews(pool, { shopId: open.shop.id, products, reviews: 0 })
    await loadDue(pool, open.shop.id, mails)
    const ready = await renderAll(open)
    const bytes = ready.reduce((sum, { html, text }) => sum + html.length + text.length, 0)
    say(`${mails} mails of ${Math.round(bytes / mails / 1024)} KB a turn, ${connections} connections on both sides`)

    const pace = async (send: () => Promise<void>) => {
      await sink.ask('taken')
      const started = performance.now()
      await send()
      const seconds = (performance.now() - started) / 1000
      const taken = await sink.ask('taken')
      if (taken !== mails) throw new Error(`${String(taken)} of ${mails} mails arrived.`)
      return mails / seconds
    }
    const fromQueue = async () => {
      await makeDue(pool, open.shop.id, mails)
      return pace(async () => {
        while ((await sendDue(open.app.deps)) > 0) {
          /* until nothing is due */
        }
      })
    }
    const bare = async () => {
      const transport = createTransport({
        url: sink.ready.url,
        pool: true,
        maxConnections: connections,
        maxMessages: 500,
      })
      const speed = await pace(async () => {
        await Promise.all(
          ready.map(({ from, to, subject, html, text, headers, messageId }) =>
            transport.sendMail({
              from,
              to,
              subject,
              html,
              text,
              messageId,
              headers: headers ?? {},
              envelope: { from: from.address, to: [to.address] },
            }),
          ),
        )
      })
      transport.close()
      return speed
    }
    const { a, b, ratio } = await compare(options.rounds, fromQueue, bare)
    say(`Candor ${formatSpread(a)}/s   bare pool ${formatSpread(b)}/s   ratio ${formatSpread(ratio)}`)
    return { figure: ratio.median.toFixed(2), ok: ratio.median >= must }
  },
}

/** Resets the queue as if nothing had been sent. */
async function makeDue(pool: pg.Pool, shopId: string, mails: number): Promise<void> {
  await pool.query(
    `update "QueueItem" set status = 'waiting', attempts = 0, fence = 0, "messageId" = null, "leaseUntil" = null, "sentAt" = null, "scheduledAt" = now() - interval '1 minute'
     where "shopId" = $1`,
    [shopId],
  )
  await pool.query('delete from "QueueCount" where "shopId" = $1', [shopId])
  await pool.query(`insert into "QueueCount" ("shopId", status, count) values ($1, 'waiting', $2)`, [shopId, mails])
  await pool.query('vacuum "QueueItem"')
}

/** Renders the emails as the queue would send them. */
async function renderAll({ ctx, shop }: BenchApp): Promise<Mail[]> {
  const items = await ctx.db.queueItem.findMany({ where: { shopId: shop.id } })
  const shown = await ctx.db.product.findMany({ where: { shopId: shop.id }, take: 2 })
  const mailed = items.map((item) => ({
    ...item,
    type: 'review-reminder' as const,
    messageId: `<${item.id}@candor.test>`,
  }))
  const make = await loadMailBuilder(ctx, mailed)
  return Promise.all(mailed.map(async (item) => (await make(item, shown)).mail))
}
