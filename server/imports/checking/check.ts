import { readPlan, type Ctx } from '../../core/context.ts'
import { plans } from '../../../rules/plans.ts'
import type { FileFormat } from '../files/import-file.ts'
import type { ImportRecords } from '../files/record-chunks.ts'
import type { Decisions } from '../answers.ts'
import { buildRowLimitQuestion } from '../row-limit.ts'
import { candor } from '../sources/apps/candor.ts'
import { reasonColumn } from '../sources/file-source.ts'
import { isComplete, mappingText } from '../sources/mapping.ts'
import { ColumnSamples } from './column-samples.ts'
import {
  addFacts,
  noFacts,
  keepPossible,
  listFormatQuestions,
  chooseParseOptions,
  type Question,
} from './file-facts.ts'
import { FileRows, placeRows, readRows } from './place-rows.ts'
import { findReplies } from './replies.ts'
import { addBad, addPlaced, emptyReport, type CheckReport } from './report.ts'
import { suggestProducts } from './suggest.ts'

const unmatchedExamples = 5
const columnExamples = 20
const badRowsShown = 100

export interface CheckResult {
  report: CheckReport
  questions: Question[]
}

/**
 * Reads the records twice: for the file's format (scale, date order), then for its rows. Counts by the given answers,
 * else by the suggested ones. Writes nothing.
 * @param options.badRows limits the listed problems
 * @param options.decisions places reviews of unknown products
 */
export async function checkRecords(
  ctx: Ctx,
  format: FileFormat,
  {
    records,
    badRows = badRowsShown,
    decisions,
  }: { records: ImportRecords; badRows?: number; decisions?: Decisions | undefined },
): Promise<CheckResult> {
  const { facts, ...columns } = await gatherFacts(format, records)
  const given = keepPossible(facts, format.given)
  const reading = chooseParseOptions(facts, new Map(Object.entries(given)), ctx.now())
  const report = emptyReport({ ...columns, facts })
  // Only the row count is known until the text and rating columns are named.
  if (format.mapping && !format.mapped && !isComplete(format.mapping))
    return {
      report: { ...report, rows: facts.rows },
      questions: [...encodingQuestion(format), ...columnQuestion(format)],
    }
  const replies = await findReplies(records, reading)
  const seen = new FileRows()
  for await (const chunk of records.read()) {
    const { rows, problems, answers } = await readRows(records.reader, chunk, { ...reading, replies })
    report.rows += answers
    addBad(report, problems, badRows)
    addPlaced(report, await placeRows(ctx, rows, { seen, decisions }))
  }
  await nameProducts(ctx, report)
  report.suggestions = await suggestProducts(ctx, report)
  return {
    report,
    questions: [
      ...encodingQuestion(format),
      ...columnQuestion(format),
      ...listFormatQuestions(facts, given),
      ...shopQuestions(ctx, report, format),
    ],
  }
}

async function gatherFacts(
  { columns: { length } }: FileFormat,
  { reader, read }: ImportRecords,
): Promise<Pick<CheckReport, 'facts' | 'columnFields' | 'columnSamples'>> {
  const facts = noFacts()
  const columns = new ColumnSamples(length)
  for await (const chunk of read()) {
    addFacts(facts, reader, chunk)
    columns.add(chunk)
  }
  return { facts, columnFields: columns.meanings(reader.shownFields ?? reader.fields), columnSamples: columns.samples }
}

/** Asks for the encoding of a text that can be read in several ones. */
function encodingQuestion({ readings, encoding }: FileFormat): Question[] {
  if (!readings || readings.length === 0) return []
  const isOffered = readings.some((one) => one.encoding === encoding)
  return [
    {
      id: 'encoding',
      choices: [...readings.map((one) => one.encoding), ...(isOffered ? [] : [encoding])],
      suggested: encoding,
      examples: readings.map(({ lines }) => lines.join('\n')),
    },
  ]
}

/** Asks the merchant to confirm a guessed mapping. */
function columnQuestion({ mapping, mapped, columns }: FileFormat): Question[] {
  if (!mapping || mapped) return []
  if (!isComplete(mapping))
    return [
      {
        id: 'columns',
        choices: [],
        suggested: null,
        examples: columns.filter((name) => name !== '' && name !== reasonColumn).slice(0, columnExamples),
      },
    ]
  const answer = mappingText(mapping)
  return [{ id: 'columns', choices: [answer], suggested: answer, examples: [] }]
}

async function nameProducts(ctx: Ctx, { sample }: CheckReport): Promise<void> {
  const ids = sample.flatMap(({ productId }) => productId ?? [])
  if (ids.length === 0) return
  const products = await ctx.db.product.findMany({
    where: { shopId: ctx.shop.id, id: { in: ids } },
    select: { id: true, title: true },
  })
  const titles = new Map(products.map(({ id, title }) => [id, title]))
  for (const row of sample) row.productTitle = titles.get(row.productId ?? '') ?? ''
}

/** Asks what the file can't say: where unmatched reviews belong, and what to do with too many rows. */
function shopQuestions(ctx: Ctx, report: CheckReport, { source, unlimited }: FileFormat): Question[] {
  const questions: Question[] = []
  const { maxImportRows } = plans[readPlan(ctx)]
  if (report.unmatched > 0)
    questions.push({
      id: 'unmatched',
      choices: ['shop', 'skip'],
      suggested: null,
      examples: Object.keys(report.unmatchedProducts).slice(0, unmatchedExamples),
    })
  // A shop's own signed export has no row limit, on any plan.
  if (report.fresh + report.unmatched > maxImportRows && source !== candor.id && !unlimited)
    questions.push(buildRowLimitQuestion(report.fresh + report.unmatched, [maxImportRows]))
  return questions
}
