import { z } from 'zod'
import {
  maxBulkIds,
  maxCountedRows,
  maxSuppressionImportChars,
  maxSuppressionImportRows,
  maxSuppressionProblems,
  suppressionExportRows,
} from '../../../rules/limits.ts'
import { SUPPRESSION_REASONS, type SuppressionReason } from '../../../rules/suppressions.ts'
import { normalizeMailAddress, spellMailAddress } from '../../core/mail-address.ts'
import { email, isEmail, listOf, oneOf, refuse } from '../../../rules/validation.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { formatCsv, openCsv, type RawRecord } from '../../core/csv.ts'
import { makeCursors } from '../../core/database/cursor.ts'
import { findPage } from '../../core/database/find-page.ts'
import { keysetPage, type Order, type Page, type PageArgs } from '../../core/database/keyset.ts'
import { escapeLike } from '../../core/database/like.ts'
import { InvalidInput, parse } from '../../core/errors.ts'
import { mapYielding, yieldEvery } from '../../core/yield-every.ts'
import type { Prisma, Suppression } from '../../generated/prisma/client.ts'
import { suppress } from './suppressions.ts'

type SuppressionKey = Pick<Suppression, 'email' | 'reason' | 'createdAt'>

const newest: Order<SuppressionKey> = {
  name: 'suppression-newest',
  columns: [
    { field: 'createdAt', direction: 'desc' },
    { field: 'email', direction: 'desc' },
    { field: 'reason', direction: 'desc' },
  ],
}

export interface SuppressionFilter {
  search?: string | null | undefined
  reason?: SuppressionReason | null | undefined
}

function whereOf(ctx: Ctx, { search, reason }: SuppressionFilter): Prisma.SuppressionWhereInput {
  const part = (search ?? '').trim().toLowerCase()
  return { shopId: ctx.shop.id, ...(part && { email: { contains: escapeLike(part) } }), ...(reason && { reason }) }
}

/** Returns a page of the addresses that get no requests, newest first. An address with two reasons has two entries. */
export async function listSuppressions(
  ctx: Ctx,
  { args, filter }: { args: PageArgs; filter: SuppressionFilter },
): Promise<Page<SuppressionKey>> {
  return keysetPage(args, {
    order: newest,
    cursors: makeCursors(ctx),
    find: ({ where, orderBy, take }) =>
      findPage<SuppressionKey>(ctx, 'Suppression', {
        where: { ...whereOf(ctx, filter), AND: where.AND },
        orderBy,
        take,
        select: { shopId: true, email: true, reason: true, createdAt: true },
      }),
  })
}

/** Counts up to 10,000; null beyond (decisions 'Totals'). */
export async function countSuppressions(ctx: Ctx, filter: SuppressionFilter): Promise<number | null> {
  const rows = await ctx.db.suppression.findMany({
    where: whereOf(ctx, filter),
    select: { email: true },
    take: maxCountedRows + 1,
  })
  return rows.length > maxCountedRows ? null : rows.length
}

const addition = z.object({
  emails: listOf(email(), 'required')
    .min(1, { error: 'required' })
    .superRefine((emails, context) => {
      if (emails.length > maxBulkIds) refuse(context, 'tooManyIds', { max: maxBulkIds })
    }),
})

/** Adds addresses by the merchant's choice. Returns how many the list now has of them. @throws InvalidInput */
export async function addSuppressions(ctx: Ctx, input: unknown): Promise<number> {
  const { emails } = parse(addition, input)
  await suppress(ctx, emails, 'added')
  publishQueueChange(ctx)
  return new Set(emails.map(normalizeMailAddress)).size
}

const removal = z.object({
  entries: listOf(
    z.object({ email: z.string({ error: 'required' }).trim().toLowerCase(), reason: oneOf(SUPPRESSION_REASONS) }),
    'required',
  )
    .min(1, { error: 'required' })
    .max(maxBulkIds, { error: 'valueInvalid' }),
})

/** Removes entries from the list. Returns how many it removed. @throws InvalidInput */
export async function removeSuppressions(ctx: Ctx, input: unknown): Promise<number> {
  const { entries } = parse(removal, input)
  return inTransaction(ctx, async (tx) => {
    const OR = entries.map(({ email, reason }) => ({ email: { in: spellMailAddress(email) }, reason }))
    const { count } = await tx.db.suppression.deleteMany({ where: { shopId: tx.shop.id, OR } })
    publishQueueChange(tx)
    return count
  })
}

/** A row of a file that holds no address. */
interface SuppressionProblem {
  line: number
  text: string
}

export interface SuppressionImport {
  added: number
  /** Addresses already on the list by the merchant's choice, or repeated in the file. */
  known: number
  /** Number of rows without an address; `problems` lists the first 50. */
  refused: number
  problems: SuppressionProblem[]
}

const file = z.object({
  csv: z.string({ error: 'required' }).superRefine((csv, context) => {
    if (csv.length > maxSuppressionImportChars)
      refuse(context, 'suppressionFileTooLong', { max: maxSuppressionImportRows })
  }),
})

const pieceChars = 65_536

/** Splits a text into pieces and lets other requests run between them. */
async function* inPieces(text: string): AsyncGenerator<string> {
  const pause = yieldEvery()
  for (let at = 0; at < text.length; at += pieceChars) {
    yield text.slice(at, at + pieceChars)
    await pause()
  }
}

/** Reads the rows that are not blank. @throws InvalidInput */
async function readRows(csv: string): Promise<RawRecord[]> {
  const text = csv.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  if (text.trim() === '') throw new InvalidInput({ csv: 'suppressionFileEmpty' })
  const { header, records } = await openCsv(inPieces(text))
  const rows: RawRecord[] = []
  const add = (record: RawRecord) => {
    if (record.cells.every((cell) => cell.trim() === '')) return
    if (rows.push(record) > maxSuppressionImportRows + 1)
      throw new InvalidInput({ csv: { code: 'suppressionFileTooLong', params: { max: maxSuppressionImportRows } } })
  }
  add({ row: 1, cells: header })
  for await (const batch of records) batch.forEach(add)
  return rows
}

/**
 * Adds the addresses of a CSV file: of its column `email`, or of the first column. Rows without an address are skipped
 * and listed by line.
 * @throws InvalidInput for a file that is too long, or without addresses
 */
export async function importSuppressions(ctx: Ctx, input: unknown): Promise<SuppressionImport> {
  const { csv } = parse(file, input)
  const rows = await readRows(csv)
  const header = (rows[0]?.cells ?? []).findIndex((name) => /^e-?mail( address)?$/i.test(name.trim()))
  const cells = rows
    .slice(header < 0 ? 0 : 1)
    .map(({ row, cells }) => ({ line: row, text: (cells[Math.max(0, header)] ?? '').trim() }))
  // A guard against formulas, as spreadsheets and our own export write it.
  const addresses = await mapYielding(cells, ({ line, text }) => {
    const address = normalizeMailAddress(text.replace(/^'/, ''))
    return { line, text, address, isGood: isEmail(address) }
  })
  const good = [...new Set(addresses.flatMap(({ address, isGood }) => (isGood ? [address] : [])))]
  if (good.length === 0) throw new InvalidInput({ csv: 'suppressionFileEmpty' })
  const bad = addresses.filter(({ isGood }) => !isGood)
  return inTransaction(ctx, async (tx) => {
    const [counted] = await tx.db.$queryRaw<{ before: number }[]>`
      select count(*)::int as before from "Suppression"
      where "shopId" = ${tx.shop.id}::uuid and reason = 'added' and email = any(${good})`
    const before = counted?.before ?? 0
    await suppress(tx, good, 'added')
    publishQueueChange(tx)
    return {
      added: good.length - before,
      known: addresses.length - bad.length - good.length + before,
      refused: bad.length,
      problems: bad.slice(0, maxSuppressionProblems).map(({ line, text }) => ({ line, text: text.slice(0, 100) })),
    }
  })
}

/** Returns the whole list as CSV. Cells that a spreadsheet could run as a formula get an apostrophe. */
export async function exportSuppressions(ctx: Ctx): Promise<string> {
  const lines = ['email,reason,date']
  let after: SuppressionKey | null = null
  do {
    const rows: SuppressionKey[] = await ctx.db.suppression.findMany({
      where: {
        shopId: ctx.shop.id,
        ...(after && { OR: [{ email: { gt: after.email } }, { email: after.email, reason: { gt: after.reason } }] }),
      },
      orderBy: [{ email: 'asc' }, { reason: 'asc' }],
      take: suppressionExportRows,
      select: { email: true, reason: true, createdAt: true },
    })
    lines.push(
      ...rows.map((row) =>
        formatCsv([
          [/^[=+\-@]/.test(row.email) ? `'${row.email}` : row.email, row.reason, row.createdAt.toISOString()],
        ]),
      ),
    )
    after = rows.length === suppressionExportRows ? (rows.at(-1) ?? null) : null
  } while (after)
  return `${lines.join('\n')}\n`
}

/** Notifies the queue page, which shows blocked addresses. */
function publishQueueChange(ctx: Ctx): void {
  ctx.publish('queue', ctx.shop.id)
}
