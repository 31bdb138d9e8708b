import { createImport } from '../imports/imports.ts'
import { inventedExport } from '../testing/hostile/invented-export.ts'
import { createWorld, type World } from '../testing/world.ts'
import { fingerprintCommand, runImportOrder, type ImportOrder } from './import-order.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const order = (changes: Partial<ImportOrder> = {}): ImportOrder => ({
  source: 'auto',
  name: 'a.csv',
  dryRun: false,
  json: false,
  answers: {},
  pending: false,
  ...changes,
})

describe('an import command', () => {
  const quiet = { print: () => undefined, note: () => undefined, progress: () => undefined }
  const imports = (fileName: string) =>
    world.ctx.db.import.findMany({ where: { shopId: world.shop.id, fileName }, orderBy: { createdAt: 'asc' } })
  const run = (content: string, changes: Partial<ImportOrder>) =>
    runImportOrder(world.ctx, {
      order: order(changes),
      bytes: new TextEncoder().encode(content),
      teller: quiet,
    })

  test('refuses wrong answers in a dry run as in the run', async () => {
    const file = 'body,rating,status\nOne,9,shown\nTwo,5,perhaps\n'
    for (const dryRun of [true, false])
      for (const [answers, option] of [
        [{ status: 'maybe' }, '--unclear'],
        [{ status: 'only:nope' }, '--unclear'],
        [{ scale: '100' }, '--scale'],
        [{ encoding: 'klingon' }, '--encoding'],
      ] as const)
        await expect(run(file, { dryRun, answers: { status: 'hidden', scale: '10', ...answers } })).rejects.toThrow(
          option,
        )
  })

  test('prints its results, or the missing answer', async () => {
    const said: string[] = []
    const steps: number[][] = []
    const teller = {
      print: (line: string) => void said.push(line),
      note: () => undefined,
      progress: (...step: number[]) => void steps.push(step),
    }
    const tell = (content: string, changes: Partial<ImportOrder> = {}) =>
      runImportOrder(world.ctx, { order: order(changes), bytes: new TextEncoder().encode(content), teller })
    expect([await tell('body,rating\nOne,5\nTwo,none\n', { json: true }), said.splice(0), steps.at(-1)]).toEqual([
      4,
      ['{"imported":1,"duplicates":0,"unmatched":0,"bad":1}'],
      [2, 2],
    ])
    expect([
      await tell('body,rating\nOne,5\nThree,9\n', { json: true, dryRun: true }),
      JSON.parse(said[0] ?? ''),
    ]).toMatchObject([0, { source: 'judgeme', rows: 2, new: 2, questions: [{ id: 'scale' }] }])
    const counted = async (content: string, answers: object) => {
      said.splice(0)
      await tell(content, { json: true, dryRun: true, answers })
      return JSON.parse(said[0] ?? '') as object
    }
    const unknown = 'wie wars;note;ding\nSchön;5;Hut\nGut;4;Hut\n'
    expect(await counted(unknown, {})).toMatchObject({ new: 0, questions: [{ id: 'columns', choices: [] }] })
    const columns = '{"content":0,"rating":1,"productTitle":2}'
    const unmatched = { new: 0, unmatched: 2 }
    expect(await counted(unknown, { columns })).toMatchObject({ ...unmatched, questions: [{ id: 'unmatched' }] })
    expect(await counted(unknown, { columns, unmatched: 'shop' })).toMatchObject({
      new: 2,
      unmatched: 0,
      questions: [],
    })
    expect(await counted(unknown, { columns, unmatched: 'skip' })).toMatchObject({ ...unmatched, questions: [] })
    await expect(tell('body,rating\nThree,9\n')).rejects.toMatchObject({
      code: 3,
      message: 'Set --scale 10|5. The file has 9',
    })
    await expect(tell('a;b\n1;2\n', { answers: { columns: 'guess' } })).rejects.toMatchObject({
      code: 3,
      message:
        'Set --columns to name the columns with the texts and the stars, such as {"content":0,"rating":1}. The file has the columns a, b',
    })
    await expect(tell('nothing\n')).rejects.toMatchObject({
      code: 1,
      message: 'This doesn’t look like a review export. A file needs at least the columns body, rating.',
    })
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
