import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createImport } from '../imports/imports.ts'
import { inventedExport } from '../testing/hostile/invented-export.ts'
import { createWorld, type World } from '../testing/world.ts'
import { exportByServer, findServer, importByServer } from './ask-server.ts'
import { socketFile, findOperatorSocket, type OperatorSocket } from './operator-socket.ts'
import { fingerprintCommand, runImportOrder, type ImportOrder } from './import-order.ts'
import { makeOperatorServer } from './serve.ts'

let world: World
let folder: string
let operatorSocket: OperatorSocket
beforeAll(async () => {
  world = await createWorld()
  folder = mkdtempSync(join(tmpdir(), 'candor-operator-'))
  await world.app.takeCommands()
  operatorSocket = findOperatorSocket(world.app.deps.env.DATA_DIR) ?? { socketPath: '' }
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const order = (changes: Partial<ImportOrder> = {}): ImportOrder => ({
  domain: 'world.myshopify.com',
  source: 'auto',
  name: 'a.csv',
  dryRun: false,
  json: false,
  answers: {},
  pending: false,
  ...changes,
})

async function bring(content: string, changes: Partial<ImportOrder> = {}) {
  const path = join(folder, 'a.csv')
  writeFileSync(path, content)
  const said: string[] = []
  const steps: number[][] = []
  const code = await importByServer(operatorSocket, {
    order: order(changes),
    path,
    teller: {
      print: (line) => void said.push(line),
      note: () => undefined,
      progress: (...step) => void steps.push(step),
    },
  })
  // Another runner may hold the import for a moment, so the number of progress reports varies.
  return { code, said, last: steps.at(-1) }
}

describe('the running server', () => {
  test('imports the operator’s files, reports progress, and prints the command’s results', async () => {
    expect(await findServer(world.app.deps.env)).toEqual(operatorSocket)
    expect(await bring('body,rating\nOne,5\nTwo,none\n', { json: true })).toEqual({
      code: 4,
      said: ['{"imported":1,"duplicates":0,"unmatched":0,"bad":1}'],
      last: [2, 2],
    })
    const { code, said } = await bring('body,rating\nOne,5\nThree,9\n', { json: true, dryRun: true })
    expect([code, JSON.parse(said[0] ?? '')]).toMatchObject([
      0,
      { source: 'judgeme', rows: 2, new: 2, questions: [{ id: 'scale' }] },
    ])
    const counted = async (content: string, answers: object) =>
      JSON.parse((await bring(content, { json: true, dryRun: true, answers })).said[0] ?? '') as object
    const unknown = 'wie wars;note;ding\nSchön;5;Hut\nGut;4;Hut\n'
    expect(await counted(unknown, {})).toMatchObject({ new: 0, questions: [{ id: 'columns', choices: [] }] })
    const columns = '{"content":0,"rating":1,"productTitle":2}'
    expect(await counted(unknown, { columns })).toMatchObject({
      new: 0,
      unmatched: 2,
      questions: [{ id: 'unmatched' }],
    })
    expect(await counted(unknown, { columns, unmatched: 'shop' })).toMatchObject({
      new: 2,
      unmatched: 0,
      questions: [],
    })
    expect(await counted(unknown, { columns, unmatched: 'skip' })).toMatchObject({
      new: 0,
      unmatched: 2,
      questions: [],
    })
    await expect(bring('body,rating\nThree,9\n')).rejects.toMatchObject({
      code: 3,
      message: 'Set --scale 10|5. The file has 9',
    })
    await expect(bring('a;b\n1;2\n', { answers: { columns: 'guess' } })).rejects.toMatchObject({
      code: 3,
      message:
        'Set --columns to name the columns with the texts and the stars, such as {"content":0,"rating":1}. The file has the columns a, b',
    })
    await expect(bring('body,rating\n', { domain: 'missing' })).rejects.toMatchObject({
      code: 1,
      message: 'There is no shop missing.',
    })
    await expect(bring('nothing\n')).rejects.toMatchObject({
      code: 1,
      message: 'This doesn’t look like a review export. A file needs at least the columns body, rating.',
    })
  })

  test('exports a shop’s reviews', async () => {
    const { content, reviews } = await exportByServer(operatorSocket, { domain: 'world.myshopify.com', format: 'csv' })
    expect(await text(content)).toContain('One')
    expect(reviews()).toBe(1)
    await expect(exportByServer(operatorSocket, { domain: 'missing', format: 'csv' })).rejects.toMatchObject({
      code: 1,
      message: 'There is no shop missing.',
    })
  })

  test('continues an import whose command has stopped', async () => {
    const bytes = new TextEncoder().encode(inventedExport(2_500))
    const stopSignal = AbortSignal.abort()
    // Another runner holds the import for a moment, so the command checks a second time.
    const begun = runImportOrder(world.app, {
      order: order({ name: 'left.csv' }),
      bytes,
      stopSignal,
      teller: { print: () => undefined, note: () => undefined, progress: () => undefined },
    })
    await begun.catch((error: unknown) =>
      expect(error).toMatchObject({ message: 'The server is stopping. The import continues when it starts again.' }),
    )
    await world.runJobs()
    expect(
      await world.ctx.db.import.findFirst({ where: { shopId: world.shop.id, fileName: 'left.csv' } }),
    ).toMatchObject({ status: 'done', imported: 2_500 })
  })
})

describe('an import command', () => {
  const quiet = { print: () => undefined, note: () => undefined, progress: () => undefined }
  const imports = (fileName: string) =>
    world.ctx.db.import.findMany({ where: { shopId: world.shop.id, fileName }, orderBy: { createdAt: 'asc' } })
  const run = (content: string, changes: Partial<ImportOrder>) =>
    runImportOrder(world.app, {
      order: order(changes),
      bytes: new TextEncoder().encode(content),
      stopSignal: new AbortController().signal,
      teller: quiet,
    })

  test('continues only an import with its own file and options', async () => {
    const name = 'same.csv'
    const mine = inventedExport(1_500, { body: 'Mine' })
    const other = inventedExport(1_500, { body: 'Else' })
    expect(other.length).toBe(mine.length)
    const end = (content: string, changes: Partial<ImportOrder> = {}) =>
      run(content, { name, ...changes }).then(
        () => 'done',
        (error: unknown) => (error as Error).message,
      )
    const id = await running(mine, {
      name,
      command: fingerprintCommand({ order: order({ name }), bytes: new TextEncoder().encode(mine) }),
    })
    // Neither another file of this name and length nor the same file with other options continues it.
    expect([
      await end(other),
      await end(mine, { pending: true }),
      await end(mine, { answers: { scale: '5' } }),
    ]).toEqual(Array(3).fill('Another import is running'))
    expect((await imports(name)).map((row) => row.id)).toEqual([id])
    await change(id, { leaseUntil: null })
    expect(await run(mine, { name })).toBe(0)
    expect(await imports(name)).toMatchObject([{ id, status: 'done', imported: 1_500 }])
  })

  test('leaves the admin’s imports alone', async () => {
    const content = 'body,rating\nOf the admin,5\n'
    const id = await running(content, { name: 'admin.csv' })
    await expect(run(content, { name: 'admin.csv' })).rejects.toMatchObject({ message: 'Another import is running' })
    expect(await imports('admin.csv')).toMatchObject([{ id, status: 'running' }])
    await change(id, { leaseUntil: null })
    await world.runJobs()
  })

  test('keeps nothing of a file with unanswered questions', async () => {
    for (const answers of [{}, { dates: 'dmy' }])
      await expect(run('body,rating\nThree,9\n', { name: 'asks.csv', answers })).rejects.toMatchObject({ code: 3 })
    expect(await imports('asks.csv')).toEqual([])
    expect(await run('body,rating\nThree,9\n', { name: 'asks.csv', answers: { scale: '10' } })).toBe(0)
    expect(await imports('asks.csv')).toMatchObject([{ status: 'done', imported: 1 }])
  })

  test('says why a file cannot be imported, also in a dry run', async () => {
    for (const dryRun of [true, false])
      await expect(run('body,rating\n', { name: 'bare.csv', dryRun })).rejects.toMatchObject({
        code: 1,
        message: 'No reviews found',
      })
  })

  const change = (id: string, data: { leaseUntil: Date | null; status?: 'running'; startedAt?: Date }) =>
    world.app.deps.access
      .acrossShops('the demo platform')
      .import.update({ where: { shopId_id: { shopId: world.shop.id, id } }, data })

  /** Creates a running import that another runner has claimed. */
  async function running(content: string, upload: { name: string; command?: string }) {
    const { id } = await createImport(world.ctx, { bytes: new TextEncoder().encode(content), ...upload })
    await change(id, {
      status: 'running',
      startedAt: world.ctx.now(),
      leaseUntil: new Date(Date.now() + 3_600_000),
    })
    return id
  }
})

describe('the operator socket', () => {
  test('is not reachable over the public server', async () => {
    const nothing = await world.inject({ method: 'GET', url: '/nothing/at/all' })
    expect((await world.inject({ method: 'GET', url: '/operator' })).statusCode).toBe(nothing.statusCode)
    const post = await world.inject({
      method: 'POST',
      url: '/operator/import',
      headers: { 'content-type': 'application/octet-stream' },
      payload: Buffer.from('body,rating\nSmuggled,5\n'),
    })
    expect(post.statusCode).toBe(
      (
        await world.inject({
          method: 'POST',
          url: '/nothing/at/all',
          headers: { 'content-type': 'application/octet-stream' },
          payload: Buffer.from('x'),
        })
      ).statusCode,
    )
    expect(await world.ctx.db.review.count({ where: { shopId: world.shop.id, content: 'Smuggled' } })).toBe(0)
  })

  test('is neither opened nor used in a folder that other users can enter', async () => {
    const { env } = world.app.deps
    expect(statSync(socketFile(env.DATA_DIR)).mode & 0o777).toBe(0o600)
    chmodSync(env.DATA_DIR, 0o755)
    expect(await findServer(env)).toBeNull()
    chmodSync(env.DATA_DIR, 0o700)
    expect(await findServer(env)).toEqual(operatorSocket)
    const loose = join(folder, 'loose')
    mkdirSync(loose)
    chmodSync(loose, 0o750)
    await makeOperatorServer({
      ...world.app.parts,
      deps: { ...world.app.deps, env: { ...env, DATA_DIR: loose } },
    }).open()
    expect(existsSync(socketFile(loose))).toBe(false)
  })

  test('never connects to a killed server’s old port', async () => {
    const { env } = world.app.deps
    const asked: unknown[] = []
    // Another process listens on the killed server's port.
    const thief = createServer((request, response) => {
      asked.push(request.url)
      response.writeHead(204).end()
    })
    await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve))
    const stopSignal = mkdtempSync(join(folder, 'left-'))
    const address = `http://127.0.0.1:${String((thief.address() as AddressInfo).port)}`
    writeFileSync(socketFile(stopSignal), JSON.stringify({ address, key: 'k'.repeat(43) }), { mode: 0o600 })
    expect(await findServer({ ...env, DATA_DIR: stopSignal })).toBeNull()
    expect(asked).toEqual([])
    await new Promise((resolve) => thief.close(resolve))
  })

  test('replaces a killed server’s socket, works in a long path, and disappears on close', async () => {
    const env = { ...world.app.deps.env, DATA_DIR: join(folder, 'long'.repeat(40)) }
    mkdirSync(env.DATA_DIR, { mode: 0o700 })
    const killed =
      "process.chdir(process.argv[1]); require('net').createServer().listen('candor.door', () => process.kill(process.pid, 'SIGKILL'))"
    spawnSync(process.execPath, ['-e', killed, env.DATA_DIR])
    expect([findOperatorSocket(env.DATA_DIR) !== null, await findServer(env)]).toEqual([true, null])
    const server = makeOperatorServer({ ...world.app.parts, deps: { ...world.app.deps, env } })
    await server.open()
    expect(await findServer(env)).not.toBeNull()
    await server.close()
    expect([existsSync(socketFile(env.DATA_DIR)), await findServer(env)]).toEqual([false, null])
  })
})
