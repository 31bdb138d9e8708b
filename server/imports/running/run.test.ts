import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createClient } from 'graphql-ws'
import { v7 as uuidv7 } from 'uuid'
import { WebSocket } from 'ws'
import { compose } from '../../compose.ts'
import { readEnv } from '../../env.ts'
import { createWorld, worldStart, type World } from '../../testing/world.ts'
import { createImport, importById, startImport } from '../imports.ts'
import { inventedExport } from '../../testing/invented-export.ts'
import { runSlice } from './run.ts'

const encode = (text: string) => new TextEncoder().encode(text)

describe('in one process', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  test('runners that take an import from each other write every row once', async () => {
    const { ctx } = world
    const { id } = await createImport(ctx, { name: 'a.csv', bytes: encode(inventedExport(6_000)) })
    await startImport(ctx, id, {})
    const where = { shopId: ctx.shop.id, id }
    const ends: string[] = []
    const take = async () => {
      await ctx.db.import.updateMany({ where, data: { leaseUntil: null } })
      ends.push(await runSlice(ctx, id))
    }
    // Each takes the lease away from the one before it, in the middle of a batch; on a slow machine they could do so for ever.
    await Promise.all(Array.from({ length: 4 }, async () => {
      for (let takes = 0; takes < 4; takes++) await take()
    }))
    expect(ends).toContain('notMine')
    while ((await importById(ctx, id)).status === 'running') await take()
    expect(await importById(ctx, id)).toMatchObject({ status: 'done', done: 6_000, imported: 6_000, duplicates: 0, bad: 0 })
    expect(await ctx.db.review.count({ where: { shopId: ctx.shop.id } })).toBe(6_000)
    const counted = await ctx.db.reviewCount.aggregate({ where: { shopId: ctx.shop.id }, _sum: { count: true } })
    expect(counted._sum.count).toBe(6_000)
  })

  test('every tab sees it live, a late one too, and another shop sees nothing', async () => {
    const { ctx } = world
    const { id } = await createImport(ctx, { name: 'b.csv', bytes: encode(inventedExport(3_000, { body: 'Something else' })) })
    const [first, second, foreign] = await Promise.all([follow(world, id), follow(world, id), follow(world, id, world.otherToken)])
    await startImport(ctx, id, {})
    await Promise.all([first.ended, second.ended])
    expect(await foreign.ended).toBe('Not found')
    for (const { seen } of [first, second]) {
      expect(seen[0]).toMatchObject({ status: 'CHECKED', total: 3_000 })
      expect(seen.filter(({ status }) => status === 'RUNNING').length).toBeGreaterThan(1)
      expect(seen.at(-1)).toEqual({ id: expect.any(String), status: 'DONE', total: 3_000, done: 3_000, imported: 3_000, duplicates: 0, unmatched: 0, bad: 0 })
      expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).sort((a, b) => a - b))
    }
    const late = await follow(world, id)
    await late.ended
    expect(late.seen).toMatchObject([{ status: 'DONE', done: 3_000 }])
  })
})

interface Step { status: string; done: number; total: number }

async function follow(world: World, importId: string, token = world.token): Promise<{ seen: Step[]; ended: Promise<string | null> }> {
  const client = createClient({ url: `${(await world.url()).replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket, connectionParams: { 'x-auth-token': token } })
  const seen: Step[] = []
  let started: () => void
  const opened = new Promise<void>((resolve) => {
    started = resolve
  })
  const ended = new Promise<string | null>((resolve) => {
    const end = (problem: string | null) => {
      started()
      resolve(problem)
      void client.dispose()
    }
    const query = 'subscription ($importId: ID!) { importProgress(importId: $importId) { id status total done imported duplicates unmatched bad } }'
    client.subscribe<{ importProgress: Step }>({ query, variables: { importId } }, {
      next: ({ data, errors }) => {
        if (errors) end(errors[0]?.message ?? '')
        if (data) seen.push(data.importProgress)
        started()
      },
      error: (problem) => end(Array.isArray(problem) ? (problem as { message: string }[])[0]?.message ?? '' : String(problem)),
      complete: () => end(null),
    })
  })
  await opened
  return { seen, ended }
}

test('a process killed in the middle goes on after a restart: no row twice, none missing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'candor-import-'))
  const rows = 5_000
  const variables = { CANDOR_MODE: 'demo', CANDOR_LOG_LEVEL: 'error', DATA_DIR: folder, PORT: '0', PUBLIC_URL: 'http://candor.test' }
  try {
    const shopId = await withApp({ ...variables, CANDOR_ROLE: 'web' }, async (app) => {
      const shop = await app.deps.doors.acrossShops('the command line').shop.create({
        data: { id: uuidv7(), shopifyDomain: 'kill.myshopify.com', domain: 'kill.test', name: 'Kill', email: 'k@kill.test', plan: 'advanced', planStartedAt: worldStart, createdAt: worldStart },
      })
      const ctx = app.contextOf(shop, { kind: 'system', name: 'test' })
      const { id } = await createImport(ctx, { name: 'kill.csv', bytes: encode(inventedExport(rows)) })
      await startImport(ctx, id, {})
      return shop.id
    })
    const kills = [await workUntil(variables, (done) => done >= 1_000), await workUntil(variables, (done) => done >= 3_000)]
    expect(kills).toEqual(['SIGKILL', 'SIGKILL'])
    expect(await workUntil(variables, () => false)).toBeNull()
    await withApp({ ...variables, CANDOR_ROLE: 'web' }, async (app) => {
      const db = app.deps.doors.forShop(shopId)
      expect(await db.import.findFirst({ where: { shopId } })).toMatchObject({ status: 'done', total: rows, done: rows, imported: rows, duplicates: 0 })
      const [found] = await db.$queryRaw<{ rows: bigint; texts: bigint }[]>`select count(*) as rows, count(distinct content) as texts from "Review" where "shopId" = ${shopId}::uuid`
      expect(found).toEqual({ rows: BigInt(rows), texts: BigInt(rows) })
      const counted = await db.reviewCount.aggregate({ where: { shopId }, _sum: { count: true } })
      expect(counted._sum.count).toBe(rows)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)

async function withApp<T>(variables: Record<string, string>, work: (app: Awaited<ReturnType<typeof compose>>) => Promise<T>): Promise<T> {
  const app = await compose({ env: readEnv(variables) })
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}

/** Runs a worker process and kills it when the import is far enough. Answers the signal it died of, null for an end of its own. */
async function workUntil(variables: Record<string, string>, farEnough: (done: number) => boolean): Promise<NodeJS.Signals | null> {
  const script = fileURLToPath(new URL('../../testing/import-process.ts', import.meta.url))
  const worker = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], { env: { PATH: process.env.PATH, ...variables }, stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(worker, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  for await (const line of createInterface(worker.stdout)) if (farEnough(Number(line))) worker.kill('SIGKILL')
  const [code, signal] = await exit
  if (code) throw new Error(`The worker ended with ${code}`)
  return signal
}
