import type { Ctx } from '../../core/context.ts'
import type { FileFormat } from './import-file.ts'
import { reasonColumn } from '../sources/file-source.ts'
import { other } from '../sources/mapping.ts'
import type { Field, Mapping } from '../sources/source.ts'

/**
 * Guesses what a file's columns mean as the shop's merchant has said it of the last file with the same ones; asked about like any guess. For
 * files of unknown apps, and for mended files of rows that stayed out, which come back with the columns of a file that was read otherwise:
 * those are ours, and of them nothing is asked that was answered of that file. Where that one was read as an app's the next is, too.
 */
export async function applyKnownColumns(ctx: Ctx, format: FileFormat): Promise<FileFormat> {
  const comesBack = format.columns.includes(reasonColumn)
  if (format.source !== other.id && !comesBack) return format
  const mapping = await knownMapping(ctx, format.columns)
  return mapping ? { ...format, source: other.id, mapping, ...(comesBack && { mapped: true }) } : format
}

async function knownMapping(ctx: Ctx, columns: readonly string[]): Promise<Mapping | null> {
  const [known] = await ctx.db.$queryRaw<{ mapping: Mapping | null; columns: string[] }[]>`
    select report->'mapping' as mapping, report->'columns' as columns from "Import"
    where "shopId" = ${ctx.shop.id}::uuid
      and ((report->>'mapped')::boolean or "startedAt" is not null)
      and (report->'columns') - ${reasonColumn}::text = ${JSON.stringify(placesOf(columns).map((at) => columns[at]))}::jsonb
    order by "createdAt" desc, id desc limit 1`
  // A file with the same columns that was read as an app's is the last word as well: that of its rows that stayed out is read so.
  if (!known?.mapping) return null
  const [then, now] = [placesOf(known.columns), placesOf(columns)]
  const moved = Object.entries(known.mapping).map(([field, at]) => [field as Field, now[then.indexOf(at)]] as const)
  return Object.fromEntries(moved.filter(([, at]) => at !== undefined))
}

/** Where the file's own columns stand: that of our reasons moves to the end of each file of rows that stayed out. */
const placesOf = (columns: readonly string[]): number[] =>
  [...columns.keys()].filter((at) => columns[at] !== reasonColumn)
