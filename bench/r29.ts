import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { addFacts, chooseParseOptions, noFacts } from '../server/imports/checking/file-facts.ts'
import { FileRows, placeRows, readRows } from '../server/imports/checking/place-rows.ts'
import type { PlacedRow } from '../server/imports/checking/report.ts'
import { inspectUpload } from '../server/imports/files/import-file.ts'
import { openRecords } from '../server/imports/files/open-records.ts'
import { openReader } from '../server/imports/files/record-chunks.ts'
import { isComplete } from '../server/imports/sources/mapping.ts'
import type { Ctx } from '../server/core/context.ts'
import { emptyVerdict, recordPlanted, type Verdict } from '../server/testing/checks/verdict.ts'
import type { PromiseBench } from './bench.ts'
import { generatedFiles, type RealFile } from './r29-files.ts'
import { openWorld } from './world.ts'

/** Folder of real files and `expected.json`, by file name: `{ hidden, privateReplies, copies, unreadable }`, lists of rows. */
const folder = process.env.CANDOR_REAL_FILES
const leastTaken = 0.95
const rowList = z.array(z.int()).default([])
const expected = z.record(
  z.string(),
  z.object({ hidden: rowList, privateReplies: rowList, copies: rowList, unreadable: rowList }),
)

export const r29: PromiseBench = {
  id: 'R29',
  title: `imports of real files of others: no hidden row or private reply shown, no different reviews taken for copies, ${leastTaken * 100} % of rows taken without a mapping by hand`,
  async onPromise({ place, say }) {
    await using world = await openWorld(place)
    const verdict = emptyVerdict()
    await readAll(world.ctx, generatedFiles, { name: 'generated files', verdict, say })
    if (folder) await readAll(world.ctx, await readFolder(folder), { name: folder, verdict, say })
    else say('R29 real files skipped: no folder in CANDOR_REAL_FILES')
    await plantAll(world.ctx, verdict)
    return verdict
  },
}

async function readFolder(path: string): Promise<RealFile[]> {
  const right = expected.parse(JSON.parse(await readFile(join(path, 'expected.json'), 'utf8').catch(() => '{}')))
  const names = (await readdir(path)).filter((name) => /\.(?:csv|tsv|txt|xlsx?|json|html?)$/i.test(name))
  return Promise.all(
    names
      .filter((name) => name !== 'expected.json')
      .toSorted()
      .map(async (name) => ({
        name,
        bytes: await readFile(join(path, name)),
        ...(right[name] ?? { hidden: [], privateReplies: [], copies: [], unreadable: [] }),
        // Without an expectation copies can't be judged.
        isJudged: right[name] !== undefined,
      })),
  )
}

interface FileRead {
  rows: readonly PlacedRow[]
  /** All records of the file. */
  total: number
}

type Judged = RealFile & { isJudged?: boolean }

async function readAll(
  ctx: Ctx,
  files: readonly Judged[],
  { name, verdict, say }: { name: string; verdict: Verdict; say: (line: string) => void },
): Promise<void> {
  let [taken, total] = [0, 0]
  for (const file of files) {
    const read = await readOne(ctx, file).catch((error: unknown) => ({ rows: [], total: 1, error: String(error) }))
    verdict.tried += read.total
    verdict.found.push(...findFaults(file, read))
    const wanted = read.total - file.unreadable.length
    taken += read.rows.length
    total += wanted
    if (read.rows.length < wanted)
      say(
        `${file.name}: ${read.rows.length} of ${wanted} rows taken${'error' in read ? `, ${read.error.slice(0, 100)}` : ''}`,
      )
  }
  say(
    `${name}: ${files.length} files, ${taken} of ${total} rows taken (${((taken / Math.max(1, total)) * 100).toFixed(1)} %)`,
  )
  if (taken < total * leastTaken) verdict.found.push(`${name}: ${taken} of ${total} rows taken`)
}

/** Reads a file as the check does, with the suggested answers. */
async function readOne(ctx: Ctx, { name, bytes }: RealFile): Promise<FileRead> {
  const { format, content } = await inspectUpload(ctx, { name, bytes, unlimited: true })
  const open = async () => (await openRecords(content(), { ...format, unlimited: true })).records
  const reader = openReader(format)
  const facts = noFacts()
  for await (const batch of await open()) addFacts(facts, reader, batch)
  if (format.mapping && !isComplete(format.mapping)) return { rows: [], total: facts.rows }
  const reading = chooseParseOptions(facts, new Map(), ctx.now())
  const seen = new FileRows()
  const placed: PlacedRow[] = []
  for await (const batch of await open()) {
    const { rows } = await readRows(reader, batch, reading)
    placed.push(...(await placeRows(ctx, rows, { seen })))
  }
  return { rows: placed, total: facts.rows }
}

function findFaults({ name, hidden, privateReplies, copies, isJudged = true }: Judged, { rows }: FileRead): string[] {
  return rows.flatMap(({ row, review, duplicate }) => [
    ...(hidden.includes(row) && (review.status ?? 'published') === 'published' ? [`${name}, row ${row}: shown`] : []),
    ...(privateReplies.includes(row) && review.reply ? [`${name}, row ${row}: private reply shown`] : []),
    ...(isJudged && duplicate && !copies.includes(row) ? [`${name}, row ${row}: taken for a copy`] : []),
  ])
}

/** Tests the detection by readings that show all, keep all replies, or take all rows for copies. */
async function plantAll(ctx: Ctx, verdict: Verdict): Promise<void> {
  const plants: readonly (readonly [name: string, change: (row: PlacedRow) => PlacedRow])[] = [
    ['a reading that shows all', (row) => ({ ...row, review: { ...row.review, status: 'published' } })],
    [
      'a reading that keeps private replies',
      (row) => ({ ...row, review: { ...row.review, reply: { content: 'Internal', at: null } } }),
    ],
    ['a reading that takes rows for copies', (row) => ({ ...row, duplicate: true })],
  ]
  for (const [name, change] of plants) {
    let seen = 0
    for (const file of generatedFiles) {
      const read = await readOne(ctx, file)
      seen += findFaults(file, { ...read, rows: read.rows.map(change) }).length
    }
    recordPlanted(verdict, name, seen > 0)
  }
  const unmapped: RealFile = { ...file, name: 'unmapped.csv', bytes: Buffer.from('Wie wars?,Wie viele?\nGut,5\n') }
  const shares = emptyVerdict()
  await readAll(ctx, [unmapped], { name: 'planted', verdict: shares, say: () => undefined })
  recordPlanted(verdict, 'a file without a mapping', shares.found.length > 0)
}

const file: Omit<RealFile, 'name' | 'bytes'> = { hidden: [], privateReplies: [], copies: [], unreadable: [] }
