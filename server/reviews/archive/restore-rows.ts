import type { Ctx } from '../../core/context.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { archivedTable, identifier, readColumns } from './table-sql.ts'

const sql = Prisma.sql

/** A list of rows of one table, as it stands in the archive, with the ids of the receiving shop. */
export interface RowList {
  table: string
  bytes: Buffer
  /** Whether the receiving operator trusts the archive's key. */
  isTrusted: boolean
}

/** Tables whose rows only a trusted archive brings: they prove purchases, or send emails. */
const onlyTrusted: readonly string[] = ['Order', 'DelayedMail']

/** Values for rows of an untrusted archive: no purchase is proven, and no email is due. */
const untrusted: Readonly<Record<string, Readonly<Record<string, Prisma.Sql>>>> = {
  Review: {
    verifiedBy: sql`'none'`,
    origin: sql`'imported'`,
    orderId: sql`null`,
    rate: sql`least(greatest(r.rate, 1), 5)`,
  },
  QueueItem: {
    status: sql`case when r.status in ('waiting', 'waitingCondition', 'paused') then 'cancelled' else r.status end`,
  },
}

/** A file key may only name the shop's own files: deleting a row deletes its file. */
const ownKey = (column: string, shopId: string): Prisma.Sql =>
  sql`case when r.${identifier(column)} ~ ${`^${shopId}/[0-9a-f]{64}$`} then r.${identifier(column)} else '' end`

function valuesOf(shopId: string, { table, isTrusted }: RowList): Readonly<Record<string, Prisma.Sql>> {
  return {
    ...(table === 'ReviewMedia' && { key: ownKey('key', shopId), posterKey: ownKey('posterKey', shopId) }),
    ...(table === 'Import' && { fileKey: sql`''` }),
    ...(!isTrusted && untrusted[table]),
  }
}

/** Returns rows as a JSON list. As bytes they need no memory of texts, which the collector frees late. */
function asList(rows: Buffer): Buffer {
  const list = Buffer.concat([Buffer.from('['), rows])
  for (let at = list.indexOf('\n'); at >= 0; at = list.indexOf('\n', at)) list.write(',', at)
  list.write(']', list.length - 1)
  return list
}

const rowsFrom = (table: string, rows: Buffer): Prisma.Sql =>
  sql`json_populate_recordset(null::${identifier(table)}, ${asList(rows)}::json) r`

/** Returns the names of columns that both the archive and this version have. @throws Error for unknown fields */
async function readSharedColumns(ctx: Pick<Ctx, 'db'>, table: string, rows: Buffer) {
  const first = rows.subarray(0, rows.indexOf('\n')).toString('utf8')
  const fields = new Set(Object.keys(JSON.parse(first) as object))
  const known = (await readColumns(ctx, table)).filter(({ name }) => fields.delete(name))
  if (fields.size > 0) throw new Error(`unknown field ${[...fields].join(', ')}`)
  return known
}

/** Has the database read rows without writing them. @throws Error with the reason */
export async function checkRows(ctx: Ctx, table: string, rows: { bytes: Buffer; count: number }): Promise<void> {
  await readSharedColumns(ctx, table, rows.bytes)
  const [[count] = []] = await ctx.access.read(
    ctx.shop.id,
    sql`select count(r)::int from ${rowsFrom(table, rows.bytes)}`,
  )
  if (count !== rows.count) throw new Error('a line is not one row')
}

/**
 * Writes a list of rows and moves the restore's position behind it, in one statement. Rows that the shop has already
 * stay as they are. Returns how many were written; null: the restore stands at another position.
 */
export async function insertRows(ctx: Ctx, list: RowList, at: number): Promise<number | null> {
  const shopId = ctx.shop.id
  const moved = sql`
    update "ShopRestore" set position = ${at + 1} where "shopId" = ${shopId}::uuid and position = ${at} and "finishedAt" is null
    returning 1`
  const isLeftOut = !list.isTrusted && onlyTrusted.includes(list.table)
  const inserted = isLeftOut ? sql`select where false` : await buildInsert(ctx, list)
  // Without Prisma, whose memory grows with the texts that it copies.
  const [[positions, rows] = []] = (await ctx.access.write(
    shopId,
    sql`with moved as (${moved}), inserted as (${inserted})
      select (select count(*) from moved)::int, (select count(*) from inserted)::int`,
  )) as [positions: number, rows: number][]
  return positions ? (rows ?? 0) : null
}

/** Builds the insertion of a list, which needs the row `moved`. */
async function buildInsert(ctx: Ctx, list: RowList): Promise<Prisma.Sql> {
  const { table, bytes } = list
  const shopId = ctx.shop.id
  const { parents = {}, references = {}, replaces = false } = archivedTable(table)
  const columns = await readSharedColumns(ctx, table, bytes)
  const values = valuesOf(shopId, list)
  const exists = ([column, of]: [string, string]) =>
    sql`exists (select from ${identifier(of)} p where p."shopId" = ${shopId}::uuid and p.id = r.${identifier(column)})`
  const valueOf = (name: string): Prisma.Sql => {
    const of = references[name]
    return (
      values[name] ??
      (of ? sql`case when ${exists([name, of])} then r.${identifier(name)} end` : sql`r.${identifier(name)}`)
    )
  }
  const typed = columns.map(({ name, type }) => sql`(${valueOf(name)})::${Prisma.raw(type)}`)
  const names = columns.map(({ name }) => identifier(name))
  const conditions = [
    sql`exists (select from moved)`,
    ...Object.entries(parents).map(exists),
    ...(table === 'DelayedMail' ? [sql`(r.job like 'mails.%' or r.job = 'requests.followUps')`] : []),
  ]
  const key = columns.filter(({ isKey }) => isKey).map(({ name }) => identifier(name))
  const sets = columns
    .filter(({ isKey }) => !isKey)
    .map(({ name }) => sql`${identifier(name)} = excluded.${identifier(name)}`)
  return sql`
    insert into ${identifier(table)} ("shopId", ${Prisma.join(names)})
    select ${shopId}::uuid, ${Prisma.join(typed)} from ${rowsFrom(table, bytes)} where ${Prisma.join(conditions, ' and ')}
    on conflict ${replaces ? sql`("shopId", ${Prisma.join(key)}) do update set ${Prisma.join(sets)}` : sql`do nothing`}
    returning 1`
}

/** Adds to a map the ids of rows that the receiving shop knows under another id, by their names. */
export async function mapKnownRows(ctx: Ctx, { table, bytes }: RowList, ids: Map<string, string>): Promise<void> {
  const { names = [] } = archivedTable(table)
  for (const name of [...names].reverse()) {
    const found = (await ctx.access.read(
      ctx.shop.id,
      sql`select r.id, t.id from ${rowsFrom(table, bytes)}
        join ${identifier(table)} t on t."shopId" = ${ctx.shop.id}::uuid and t.${identifier(name)} = r.${identifier(name)} and t.id <> r.id`,
    )) as [from: string, to: string][]
    for (const [from, to] of found) ids.set(from, to)
  }
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Replaces ids in rows, also in documents and in keys of files. */
export const replaceIds = (rows: Buffer, ids: ReadonlyMap<string, string>): Buffer =>
  Buffer.from(rows.toString('utf8').replace(uuids, (id) => ids.get(id) ?? id))
