import type { Ctx } from '../../core/context.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { archivedTable, identifier, readColumns, type Column } from './table-sql.ts'

const rowsAtOnce = 500

export interface RowPage {
  /** JSON objects, one a line, with the columns' names as fields. */
  bytes: Buffer
  rows: number
  /** Key of the last row; null: the table has no further rows. */
  after: string[] | null
}

/** Reads the next rows of a table by its key. */
export async function readRows(ctx: Ctx, name: string, after: readonly string[] | null): Promise<RowPage> {
  const { values = {}, rows: most = rowsAtOnce } = archivedTable(name)
  const columns = await readColumns(ctx, name)
  const keys = columns.filter(({ isKey }) => isKey)
  const fields = columns.map(({ name: column }) =>
    values[column] ? Prisma.sql`${values[column]} as ${identifier(column)}` : identifier(column),
  )
  const keyNames = Prisma.join(keys.map((key) => identifier(key.name)))
  const beyond = after
    ? Prisma.sql`and (${keyNames}) > (${Prisma.join(after.map((text, at) => typed(text, keys[at])))})`
    : Prisma.empty
  const statement = Prisma.sql`
    select row_to_json(page)::text, array[${Prisma.join(keys.map((key) => Prisma.sql`${identifier(key.name)}::text`))}] from (
      select ${Prisma.join(fields)} from ${identifier(name)}
      where "shopId" = ${ctx.shop.id}::uuid ${beyond} order by ${keyNames} limit ${most}) page`
  // Without Prisma, whose memory grows with the texts that it copies.
  const found = (await ctx.access.read(ctx.shop.id, statement)) as [line: string, key: string[]][]
  const last = found.length < most ? undefined : found.at(-1)
  return {
    bytes: Buffer.concat(found.map(([line]) => Buffer.from(`${line}\n`))),
    rows: found.length,
    after: last?.[1] ?? null,
  }
}

const typed = (text: string, column: Column | undefined): Prisma.Sql =>
  Prisma.sql`${text}::text::${Prisma.raw(column?.type ?? 'text')}`

/** Counts a table's rows. */
export async function countRows({ db, shop }: Ctx, name: string): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from ${identifier(name)} where "shopId" = ${shop.id}::uuid`
  return row?.count ?? 0
}

/** Our words of the shop's sent emails (MailWords), by their hash. */
export async function readWords(ctx: Ctx): Promise<{ hash: string; words: unknown }[]> {
  const used = await ctx.db.$queryRaw<{ hash: string }[]>`
    select distinct "mailData" ->> 'words' as hash from "QueueItem"
    where "shopId" = ${ctx.shop.id}::uuid and "mailData" ->> 'words' <> '' order by 1`
  return ctx.access
    .acrossShops('keep the words of emails')
    .mailWords.findMany({ where: { hash: { in: used.map(({ hash }) => hash) } }, orderBy: { hash: 'asc' } })
}
