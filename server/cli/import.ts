import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sentence } from '../../rules/messages.ts'
import { compose } from '../compose.ts'
import type { Ctx } from '../context.ts'
import { readEnv } from '../env.ts'
import { UserError } from '../errors.ts'
import type { Import } from '../generated/prisma/client.ts'
import type { Answer } from '../imports/answers.ts'
import { countFile } from '../imports/checking/check.ts'
import type { Question } from '../imports/checking/facts.ts'
import { inspectUpload, openRecords, type Inspected } from '../imports/import-file.ts'
import { checkImport, createImport, importById, startImport } from '../imports/imports.ts'
import { remapImport } from '../imports/remap.ts'
import { runSlice } from '../imports/running/run.ts'
import { sources } from '../imports/sources/sources.ts'
import { fail, opened, parsed, program } from './program.ts'

const usage = `Usage: npm run import -- --shop SHOP.myshopify.com [--source auto|${sources.map(({ id }) => id).join('|')}] [--dry-run] [--json] [answers] FILE
Answers: --scale 5|10   --dates dmy|mdy   --unmatched shop|skip|HANDLE   --columns guess|JSON   --status as-file|pending`

type Asked = 'columns' | 'scale' | 'dates' | 'unmatched'

interface Options {
  domain: string
  source: string
  path: string
  dryRun: boolean
  json: boolean
  answers: Partial<Record<Asked, string>>
  pending: boolean
}

function options(): Options {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const { values, positionals } = parsed({
    allowPositionals: true,
    options: { shop: text, source: { ...text, default: 'auto' }, 'dry-run': flag, json: flag, columns: text, scale: text, dates: text, unmatched: text, status: { ...text, default: 'as-file' } },
  }, usage)
  const [path, surplus] = positionals
  const { shop, source, columns, scale, dates, unmatched, status } = values
  const known = (source === 'auto' || sources.some(({ id }) => id === source)) && isOneOf(['5', '10', undefined], scale) && isOneOf(['dmy', 'mdy', undefined], dates) && isOneOf(['as-file', 'pending'], status)
  if (!shop || !path || surplus !== undefined || !known) return fail(usage, 2)
  return {
    domain: shop.includes('.') ? shop : `${shop}.myshopify.com`, source, path: resolve(path), dryRun: values['dry-run'], json: values.json, pending: status === 'pending',
    answers: { ...(columns !== undefined && { columns }), ...(scale && { scale }), ...(dates && { dates }), ...(unmatched && { unmatched }) },
  }
}

const isOneOf = (known: readonly (string | undefined)[], value: string | undefined): boolean => known.includes(value)

async function run(): Promise<void> {
  const asked = options()
  const bytes = await readFile(asked.path).catch((error: unknown) => fail(`${asked.path} cannot be read: ${(error as Error).message}`))
  // It serves nobody and sends nothing.
  const app = await opened(compose({ env: { ...readEnv(), CANDOR_ROLE: 'web' } }))
  try {
    const shop = await app.deps.doors.acrossShops('the command line').shop.findUnique({ where: { shopifyDomain: asked.domain } })
    if (!shop) fail(`There is no shop ${asked.domain}.`)
    const ctx = app.contextOf(shop, { kind: 'system', name: 'import' })
    await (asked.dryRun ? check(ctx, asked, bytes) : bringIn(ctx, asked, bytes)).catch((error: unknown) => {
      if (error instanceof UserError) fail(error.message)
      throw error
    })
  } finally {
    await app.close()
  }
}

/** @throws the program's end where the file is not of the app that was named */
async function inspected(ctx: Ctx, { path, source }: Options, bytes: Uint8Array): Promise<Inspected> {
  const found = await inspectUpload(ctx, { name: basename(path), bytes, unlimited: true })
  if (source !== 'auto' && found.format.source !== source) fail(`${basename(path)} looks like a file of ${nameOf(found.format.source)}, not of ${nameOf(source)}. --source auto takes it as what it is.`)
  return found
}

const nameOf = (id: string): string => sources.find((source) => source.id === id)?.name ?? id

/** What would come in; nothing is kept, neither the file nor that it was looked at. */
async function check(ctx: Ctx, asked: Options, bytes: Uint8Array): Promise<void> {
  const { format, content } = await inspected(ctx, asked, bytes)
  const open = () => openRecords(content(), format)
  const { report, questions: unsaid } = await countFile(ctx, { format: { ...format, unlimited: true }, open, badRows: Infinity })
  const { rows, fresh, duplicates, unmatched, badRows } = report
  const bad = badRows.map(({ row, column, value, reason, params }) => ({ row, column, value, reason: sentence(reason, params) }))
  if (asked.json) console.log(JSON.stringify({ source: format.source, rows, new: fresh, duplicates, unmatched, bad, questions: unsaid }))
  else {
    console.log(`${nameOf(format.source)}: ${String(rows)} rows, ${String(fresh)} new, ${String(duplicates)} here already, ${String(unmatched)} of products that the shop lacks, ${String(report.bad)} not readable`)
    for (const { row, column, value, reason } of bad) console.log(`  row ${String(row)}${column && `, ${column}`}${value && ` “${value}”`}: ${reason}`)
    for (const question of unsaid) console.log(`  ${told(question)}`)
  }
}

/** What an operator has to say before the file can come in. */
const told = ({ id, choices, suggested, examples }: Question): string =>
  id === 'columns' ? `--columns guess takes: ${suggested ?? ''}` : `--${id} ${id === 'unmatched' ? 'shop|skip|HANDLE' : choices.join('|')} has to be told; the file has ${examples.join(', ')}`

async function bringIn(ctx: Ctx, asked: Options, bytes: Uint8Array): Promise<void> {
  const begun = await begunBefore(ctx, asked, bytes)
  const started = begun ?? await begin(ctx, asked, bytes)
  if (begun && !asked.json) console.error('It was begun before and goes on from where it stopped.')
  const done = await finish(ctx, started, asked)
  const { imported, duplicates, unmatched, bad } = done
  if (done.status !== 'done') fail(endings[done.status] ?? sentence('importFailed'))
  console.log(asked.json ? JSON.stringify({ imported, duplicates, unmatched, bad })
    : `${String(imported)} reviews came in, ${String(duplicates)} were here already, ${String(unmatched)} of unknown products stayed out, ${String(bad)} could not be read. Pictures and videos come while the server runs.`)
  if (bad > 0) process.exitCode = 4
}

/** Somebody in the admin was of another mind. */
const endings: Partial<Record<Import['status'], string>> = {
  paused: 'It was paused in the admin. What is in stays, and the rest comes when it goes on there.',
  cancelled: 'It was cancelled in the admin. What is in stays until it is undone there.',
}

/** An import of the same file that was killed: its name and size say so, and what came in is known by its content anyway. */
const begunBefore = (ctx: Ctx, { path }: Options, bytes: Uint8Array): Promise<Import | null> =>
  ctx.db.import.findFirst({ where: { shopId: ctx.shop.id, status: 'running', fileName: basename(path), fileSize: bytes.length }, orderBy: { createdAt: 'desc' } })

/** Checks the file, answers its questions and starts it. @throws the program's end with code 3 and the name of what has to be told */
async function begin(ctx: Ctx, asked: Options, bytes: Uint8Array): Promise<Import> {
  // An upload is looked at when it is kept.
  if (asked.source !== 'auto') await inspected(ctx, asked, bytes)
  let row = await checked(ctx, (await createImport(ctx, { name: basename(asked.path), bytes, unlimited: true })).id)
  const { columns } = asked.answers
  if (columns !== undefined && asks(row, 'columns')) row = await checked(ctx, (await remapImport(ctx, row.id, { mapping: mappingOf(columns, row) })).id)
  const unanswered = questionsOf(row).find(({ id }) => !(id in asked.answers))
  if (unanswered) fail(told(unanswered), 3)
  const answers = Object.entries(asked.answers).filter(([question]) => question !== 'columns').map(([question, answer]): Answer => ({ question, answer }))
  return startImport(ctx, row.id, { answers, publish: asked.pending ? 'PENDING' : 'AS_IN_FILE' })
}

const questionsOf = ({ questions: stored }: Import): Question[] => stored as unknown as Question[]
const asks = (row: Import, id: string): boolean => questionsOf(row).some((question) => question.id === id)

function mappingOf(text: string, row: Import): unknown {
  const guessed = questionsOf(row).find(({ id }) => id === 'columns')?.suggested ?? '{}'
  try {
    return JSON.parse(text === 'guess' ? guessed : text)
  } catch {
    return fail(`--columns takes guess, or JSON such as ${guessed}`, 2)
  }
}

/** A large file is checked by whoever has the time; here that is us. */
async function checked(ctx: Ctx, importId: string): Promise<Import> {
  await checkImport(ctx, { importId })
  const row = await importById(ctx, importId)
  if (row.status === 'failed') fail(sentence('importFailed'))
  return row
}

const otherRunnerMs = 500

/** Works until the import has ended; another process may have it meanwhile. */
async function finish(ctx: Ctx, { id }: Import, { json }: Options): Promise<Import> {
  for (;;) {
    const end = await runSlice(ctx, id)
    const row = await importById(ctx, id)
    if (!json && process.stderr.isTTY) process.stderr.write(`\r${barOf(row)}`)
    if (row.status !== 'running') {
      if (!json && process.stderr.isTTY) process.stderr.write('\n')
      return row
    }
    if (end === 'notMine') await wait(otherRunnerMs)
  }
}

const barWidth = 30

function barOf({ done, total }: Import): string {
  const full = total === 0 ? barWidth : Math.floor((done / total) * barWidth)
  return `[${'#'.repeat(full)}${'-'.repeat(barWidth - full)}] ${String(done)} of ${String(total)}`
}

await program(run)
