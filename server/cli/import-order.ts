import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { formatMessage } from '../../rules/messages.ts'
import type { Ctx } from '../core/context.ts'
import { InvalidInput, NotFound, UserError } from '../core/errors.ts'
import type { Import } from '../generated/prisma/client.ts'
import type { Answer } from '../imports/answers.ts'
import { checkImport } from '../imports/checking/check-work.ts'
import { countUpload } from '../imports/checking/dry-run.ts'
import type { Question } from '../imports/checking/file-facts.ts'
import { discardImport } from '../imports/discard.ts'
import { parseFailure } from '../imports/failure.ts'
import { inspectUpload, type Inspected } from '../imports/files/import-file.ts'
import { createImport, requireImport, startImport } from '../imports/imports.ts'
import { applyKnownAnswers } from '../imports/files/known-answers.ts'
import { applyKnownColumns } from '../imports/files/known-columns.ts'
import { findEncodingByName } from '../imports/parsing/encodings.ts'
import { recountImport } from '../imports/checking/recount.ts'
import { remapImport } from '../imports/checking/remap.ts'
import { runSlice } from '../imports/running/run.ts'
import { toShownSource, requireSource } from '../imports/sources/sources.ts'
import { CommandEnd, type CommandOutput } from './command-output.ts'

export interface ImportOrder {
  source: string
  name: string
  dryRun: boolean
  json: boolean
  answers: Partial<Record<'encoding' | 'columns' | 'scale' | 'dates' | 'long' | 'status' | 'unmatched', string>>
  pending: boolean
}

interface ImportWork {
  order: ImportOrder
  bytes: Uint8Array
  teller: CommandOutput
}

/**
 * Runs `npm run import` for a shop. A started import continues in a running server when the command ends. Returns the
 * exit code: 0, or 4 if rows could not be read.
 * @throws CommandEnd with a sentence
 */
export const runImportOrder = (ctx: Ctx, work: ImportWork): Promise<0 | 4> =>
  (work.order.dryRun ? check(ctx, work) : importFile(ctx, work)).catch((error: unknown) => {
    throw error instanceof UserError ? new CommandEnd(sentenceOf(error)) : error
  })

/** Names the option of a refused answer. */
function sentenceOf(error: UserError): string {
  const [question] = error instanceof InvalidInput && error.code === 'answerInvalid' ? Object.keys(error.fields) : []
  return question && /^[a-z]+$/.test(question) ? `--${optionOf(question)}: ${error.message}` : error.message
}

const optionOf = (question: string): string => (question === 'status' ? 'unclear' : question)

/** @throws InvalidInput for an encoding that doesn't exist, whatever the file asks */
function requireEncoding({ encoding }: ImportOrder['answers']): void {
  if (encoding !== undefined && findEncodingByName(encoding) === null)
    throw new InvalidInput({ encoding: 'answerInvalid' })
}

/** @throws CommandEnd when the file is not of the named app */
async function inspectFile(ctx: Ctx, { order: { name, source }, bytes }: ImportWork): Promise<Inspected> {
  const { format, content } = await inspectUpload(ctx, { name, bytes, unlimited: true })
  if (source !== 'auto' && toShownSource(format.source) !== source)
    throw new CommandEnd(
      `${name} looks like a ${requireSource(format.source).name} file, not a ${requireSource(source).name} file. Use --source auto to detect the app.`,
    )
  return {
    format: {
      ...(await applyKnownAnswers(ctx, await applyKnownColumns(ctx, format), bytes.length)),
      unlimited: true,
    },
    content,
  }
}

/** Shows the rows of an import and stores nothing. */
async function check(ctx: Ctx, work: ImportWork): Promise<0> {
  const { order, teller } = work
  const { encoding, columns, unmatched: place, ...given } = order.answers
  const { format, report, questions } = await countUpload(ctx, await inspectFile(ctx, work), {
    given,
    encoding,
    mapColumns: (asked) => (columns === undefined ? undefined : parseMapping(columns, asked)),
    unmatched: place,
  })
  const { rows, fresh, duplicates, unmatched, badRows } = report
  if (rows === 0) throw new InvalidInput({ file: 'noReviewsFound' })
  const bad = badRows.map(({ params, ...one }) => ({ ...one, reason: formatMessage(one.reason, params) }))
  if (order.json) {
    const { encoding: readIn, sheet = null, skippedSheets = [] } = format
    const file = { source: toShownSource(format.source), encoding: readIn, sheet, skippedSheets }
    const figures = { ...file, rows, new: fresh, duplicates, unmatched, bad, questions }
    teller.print(JSON.stringify(figures))
    return 0
  }
  teller.print(
    `${requireSource(format.source).name}: ${String(rows)} rows, ${String(fresh)} new, ${String(duplicates)} duplicates, ${String(unmatched)} without a matching product, ${String(report.bad)} can't be imported`,
  )
  for (const { row, column, value, reason } of bad)
    teller.print(`  row ${String(row)}${column && `, ${column}`}${value && ` “${value}”`}: ${reason}`)
  for (const question of questions) teller.print(`  ${describeQuestion(question)}`)
  return 0
}

function describeQuestion({ id, choices, suggested, examples, rows }: Question): string {
  if (id === 'encoding')
    return `Set --encoding ${choices.join('|')}. The file reads:${choices.map((choice, at) => `\n    ${choice}: ${(examples[at] ?? '').replaceAll('\n', ' / ')}`).join('')}`
  if (id === 'columns' && suggested === null)
    return `Set --columns to name the columns with the texts and the stars, such as {"content":0,"rating":1}. The file has the columns ${examples.join(', ')}`
  if (id === 'columns')
    return `Set --columns to guess, which means ${suggested ?? ''}, or to another mapping in this form`
  const found =
    id === 'long' ? `${String(rows ?? 0)} rows with a title, name or text over its limit` : examples.join(', ')
  return `Set --${optionOf(id)} ${id === 'unmatched' ? 'shop|skip|HANDLE' : choices.join('|')}. The file has ${found}`
}

async function importFile(ctx: Ctx, work: ImportWork): Promise<0 | 4> {
  const { json } = work.order
  const begun = await findStartedImport(ctx, work)
  const started = begun ?? (await createAndStart(ctx, work))
  if (begun && !json) work.teller.note('This import was started before. It continues where it stopped.')
  const done = await runToEnd(ctx, started, work)
  const { imported, duplicates, unmatched, bad } = done
  if (done.status !== 'done') throw new CommandEnd(endings[done.status] ?? failureText(done))
  work.teller.print(
    json
      ? JSON.stringify({ imported, duplicates, unmatched, bad })
      : `${String(imported)} reviews imported, ${String(duplicates)} duplicates skipped. Not imported: ${String(unmatched)} without a matching product, ${String(bad)} unreadable rows. Photos and videos are downloaded while the server runs.`,
  )
  return bad > 0 ? 4 : 0
}

const endings: Partial<Record<Import['status'], string>> = {
  paused: 'The import was paused in the admin. Imported reviews stay. Resume it there to import the rest.',
  cancelled: 'The import was canceled in the admin. Imported reviews stay until the import is undone there.',
}

/** Finds an unfinished import of this very command. Other imports' reviews are recognised by their content. */
const findStartedImport = (ctx: Ctx, work: ImportWork): Promise<Import | null> =>
  ctx.db.import.findFirst({
    where: { shopId: ctx.shop.id, status: 'running', command: fingerprintCommand(work) },
    orderBy: { createdAt: 'desc' },
  })

/** Returns a fingerprint of a command: the file with its name, and all arguments that affect the import. */
export function fingerprintCommand({ order, bytes }: Pick<ImportWork, 'order' | 'bytes'>): string {
  const { name, source, pending, answers } = order
  const { encoding, columns, scale, dates, long, status, unmatched } = answers
  const said = [name, source, pending, columns, scale, dates, long, unmatched].map((one) => one ?? null)
  // Answers to younger questions keep the fingerprints of older commands.
  const later = Object.entries({ encoding, status }).filter(([, answer]) => answer !== undefined)
  return createHash('sha256')
    .update(JSON.stringify([...said, ...later.flat()]))
    .update(bytes)
    .digest('hex')
}

/**
 * Checks the file, answers its questions and starts the import. Stores nothing of a refused file.
 * @throws CommandEnd with code 3 and the name of the missing answer
 */
async function createAndStart(ctx: Ctx, work: ImportWork): Promise<Import> {
  const { order, bytes } = work
  requireEncoding(order.answers)
  // Storing the upload inspects it again.
  if (order.source !== 'auto') await inspectFile(ctx, work)
  const { id } = await createImport(ctx, {
    name: order.name,
    bytes,
    unlimited: true,
    command: fingerprintCommand(work),
  })
  try {
    return await start(ctx, id, work)
  } catch (error) {
    await discardImport(ctx, id).catch(
      (err: unknown) =>
        err instanceof NotFound || ctx.log.warn({ err, importId: id }, 'an import that its command gave up stays'),
    )
    throw error
  }
}

async function start(ctx: Ctx, id: string, work: ImportWork): Promise<Import> {
  const { answers: given, pending } = work.order
  let row = await waitForCheck(ctx, id)
  if (given.encoding !== undefined) {
    await recountImport(ctx, id, { answers: [{ question: 'encoding', answer: given.encoding }] })
    row = await waitForCheck(ctx, id)
  }
  const aboutColumns = questionsOf(row).find((question) => question.id === 'columns')
  if (given.columns !== undefined && aboutColumns) {
    await remapImport(ctx, id, { mapping: parseMapping(given.columns, aboutColumns) })
    row = await waitForCheck(ctx, id)
  }
  const unanswered = questionsOf(row).find((question) => !(question.id in given))
  if (unanswered) throw new CommandEnd(describeQuestion(unanswered), 3)
  for (const { id, choices } of questionsOf(row)) {
    const answer = given[id as keyof typeof given]
    if (answer !== undefined && isOneOfChoices(id) && !choices.includes(answer))
      throw new InvalidInput({ [id]: 'answerInvalid' })
  }
  const answers = Object.entries(given).flatMap(([question, answer]): Answer[] =>
    question === 'columns' || !answer ? [] : [{ question, answer }],
  )
  return startImport(ctx, id, { answers, publish: pending ? 'PENDING' : 'AS_IN_FILE' })
}

const isOneOfChoices = (id: string): boolean => ['scale', 'dates', 'long', 'status'].includes(id)

const questionsOf = ({ questions: stored }: Import): Question[] => stored as unknown as Question[]

function parseMapping(text: string, asked: Question): unknown {
  const { suggested } = asked
  if (text === 'guess' && suggested === null) throw new CommandEnd(describeQuestion(asked), 3)
  try {
    return JSON.parse(text === 'guess' ? (suggested ?? '') : text)
  } catch {
    throw new CommandEnd(`--columns takes guess or JSON such as ${suggested ?? '{"content":0,"rating":1}'}`, 2)
  }
}

const failureText = ({ error }: Import): string => parseFailure(error)?.message ?? formatMessage('importFailed')

const otherRunnerMs = 500

/** Waits until a large file is checked: by this process, unless another one is checking it. */
async function waitForCheck(ctx: Ctx, importId: string): Promise<Import> {
  for (;;) {
    await checkImport(ctx, { importId })
    const row = await requireImport(ctx, importId)
    if (row.status === 'failed') throw new CommandEnd(failureText(row))
    if (row.status !== 'checking') return row
    await wait(otherRunnerMs)
  }
}

/** Runs the import until it has ended; another runner may have it by then. */
async function runToEnd(ctx: Ctx, { id }: Import, { teller }: ImportWork): Promise<Import> {
  for (;;) {
    const end = await runSlice(ctx, id)
    const row = await requireImport(ctx, id)
    teller.progress(row.done, row.total)
    if (row.status !== 'running') return row
    if (end === 'notMine') await wait(otherRunnerMs)
  }
}
