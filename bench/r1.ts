import { startCatcher } from '../server/requests/mail/catcher.ts'
import { slots } from '../server/requests/sending/send-due.ts'
import { emptyVerdict, recordPlanted, type Verdict } from '../server/testing/checks/verdict.ts'
import { openApp } from './app.ts'
import type { PromiseBench } from './bench.ts'
import { startChild } from './child.ts'
import { loadDue } from './load-queue.ts'
import { loadReviews } from './load-reviews.ts'

const fullMails = 20_000
/** Emails for each kill: 200 kills for 20,000. */
const mailsPerKill = 100
const mostMean = 2

interface Arrived {
  to: string
  messageId: string
  /** The worker that sent it. */
  epoch: number
}
interface Row {
  customerEmail: string
  status: string
  messageId: string | null
}

export const r1: PromiseBench = {
  id: 'R1',
  title: `200 kills of the sender over 20,000 emails: none lost, none stuck, at most ${slots} repeated a kill (mean ${mostMean} or less), each under its own Message-ID`,
  async onPromise({ place, options, say }) {
    const mails = options.rows ?? fullMails
    const kills = Math.max(1, Math.round(mails / mailsPerKill))
    const arrived: Arrived[] = []
    let epoch = 0
    let look = (): void => undefined
    const catcher = await startCatcher(async ({ to, headers }) => {
      arrived.push({ to, messageId: headers['message-id'] ?? '', epoch })
      look()
    })
    const until = (holds: () => boolean) =>
      new Promise<void>((resolve) => {
        look = () => holds() && resolve()
        look()
      })
    try {
      await using open = await openApp(place)
      await loadReviews(place.database.pool, { shopId: open.shop.id, products: 2, reviews: 0 })
      await loadDue(place.database.pool, open.shop.id, mails)
      for (; epoch < kills; epoch++) {
        await using worker = await startChild('mail-worker.ts', { reach: place.reach, smtp: catcher.url })
        const enough = arrived.length + Math.floor(mailsPerKill * (0.4 + Math.random() * 0.6))
        await until(() => arrived.length >= enough)
        await worker.crash()
      }
      await using _last = await startChild('mail-worker.ts', { reach: place.reach, smtp: catcher.url })
      const rows = async () =>
        (await place.database.pool.query<Row>('select "customerEmail", status::text, "messageId" from "QueueItem"'))
          .rows
      const end = Date.now() + 600_000
      while (Date.now() < end && (await rows()).some(({ status }) => status === 'waiting' || status === 'sending'))
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      return verdictOf({ rows: await rows(), arrived, kills, say })
    } finally {
      await catcher.close()
    }
  },
}

interface Run {
  rows: readonly Row[]
  arrived: readonly Arrived[]
  kills: number
}

function verdictOf({ rows, arrived, kills, say }: Run & { say(line: string): void }): Verdict {
  const { faults, repeated } = faultsOf({ rows, arrived, kills })
  say(
    `${rows.length} emails, ${kills} kills: ${arrived.length - rows.length} repeated, ${((arrived.length - rows.length) / kills).toFixed(2)} a kill, most ${Math.max(...repeated)} after one`,
  )
  const verdict = { ...emptyVerdict(), tried: rows.length, found: faults }
  const [first, second] = arrived
  if (!first || !second) throw new Error('No email arrived.')
  const faultsWith = (changed: Partial<Run>) =>
    faultsOf({ rows, arrived, kills, ...changed }).faults.length > faults.length
  recordPlanted(verdict, 'a lost email', faultsWith({ arrived: arrived.filter(({ to }) => to !== first.to) }))
  recordPlanted(
    verdict,
    'a stuck request',
    faultsWith({ rows: rows.map((row, at) => (at === 0 ? { ...row, status: 'sending' } : row)) }),
  )
  recordPlanted(
    verdict,
    'a repeat under another Message-ID',
    faultsWith({ arrived: [...arrived, { ...first, messageId: '<other@candor.test>' }] }),
  )
  recordPlanted(verdict, 'a repeat while nothing was killed', faultsWith({ arrived: [...arrived, { ...first }] }))
  recordPlanted(
    verdict,
    'too many repeats',
    faultsWith({
      arrived: [...arrived, ...Array.from({ length: slots * kills + 1 }, () => ({ ...first, epoch: kills }))],
    }),
  )
  return verdict
}

function faultsOf({ rows, arrived, kills }: Run): { faults: string[]; repeated: number[] } {
  const ids = new Map(rows.map(({ customerEmail, messageId }) => [customerEmail, messageId]))
  const seen = new Map<string, number>()
  const repeated = Array.from({ length: kills + 1 }, () => 0)
  const faults: string[] = []
  for (const { to, messageId, epoch } of arrived) {
    if (ids.get(to) !== messageId) faults.push(`${to} got ${messageId}, its row has ${String(ids.get(to))}`)
    const before = seen.get(to)
    if (before === epoch) faults.push(`${to} got one worker's email twice`)
    // A later worker sends a killed worker's unfinished emails again.
    if (before !== undefined) repeated[before] = (repeated[before] ?? 0) + 1
    seen.set(to, epoch)
  }
  for (const { customerEmail, status } of rows) {
    if (status !== 'success') faults.push(`${customerEmail} is ${status}`)
    if (!seen.has(customerEmail)) faults.push(`${customerEmail} got nothing`)
  }
  repeated.forEach((count, epoch) => {
    if (count > slots) faults.push(`${count} emails were repeated after kill ${epoch + 1}`)
  })
  const mean = repeated.reduce((sum, each) => sum + each, 0) / kills
  if (mean > mostMean) faults.push(`${mean.toFixed(2)} emails were repeated a kill`)
  return { faults, repeated }
}
