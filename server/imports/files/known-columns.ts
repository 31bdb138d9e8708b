import type { Ctx } from '../../core/context.ts'
import type { FileFormat } from './import-file.ts'
import { reasonColumn } from '../sources/file-source.ts'
import { other } from '../sources/mapping.ts'
import type { Field, Mapping } from '../sources/source.ts'

/**
 * Guesses the mapping from the shop's last import with the same columns, for files of unknown apps. The merchant
 * confirms it like any guess. An error file that comes back keeps the mapping and answers of its original file without
 * new questions. If the last such file was read as an app's, the app's columns apply.
 */
export async function applyKnownColumns(ctx: Ctx, format: FileFormat): Promise<FileFormat> {
  const comesBack = format.columns.includes(reasonColumn)
  if (format.source !== other.id && !comesBack) return format
  const mapping = await knownMapping(ctx, format.columns)
  return mapping ? { ...format, source: other.id, mapping, ...(comesBack && { mapped: true }) } : format
}

async function knownMapping(ctx: Ctx, columns: readonly string[]): Promise<Mapping | null> {
  const [known] = await ctx.db.$queryRaw<{ mapping: Mapping | null; columns: string[] }[]>`
    select mapping, columns from "Import"
    where "shopId" = ${ctx.shop.id}::uuid and (mapped or "startedAt" is not null)
      and array_remove(columns, ${reasonColumn}) = ${placesOf(columns).map((at) => columns[at])}::text[]
    order by "createdAt" desc, id desc limit 1`
  // No mapping: the last file with these columns was read as an app's, so its error file is, too.
  if (!known?.mapping) return null
  const [then, now] = [placesOf(known.columns), placesOf(columns)]
  const moved = Object.entries(known.mapping).map(([field, at]) => [field as Field, now[then.indexOf(at)]] as const)
  return Object.fromEntries(moved.filter(([, at]) => at !== undefined))
}

/** Returns the positions of the file's own columns. Error files move the reason column to the end. */
const placesOf = (columns: readonly string[]): number[] =>
  [...columns.keys()].filter((at) => columns[at] !== reasonColumn)
