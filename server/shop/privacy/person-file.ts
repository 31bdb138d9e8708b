import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { zipSync, strToU8, type Zippable } from 'fflate'
import type { Ctx } from '../../core/context.ts'
import type { PrivacyRequest } from '../../generated/prisma/client.ts'
import type { Person, PersonalData } from './personal-data.ts'

interface PersonFile {
  row: PrivacyRequest
  person: Person
  rooms: readonly PersonalData[]
}

/** A request with more pictures gets the rest by a second file; none of our limits allows as many. */
const mostFileBytes = 200 * 1024 * 1024

/** Returns all rows about a person, by kind. */
export async function collectRows(
  ctx: Ctx,
  person: Person,
  rooms: readonly PersonalData[],
): Promise<Record<string, readonly object[]>> {
  const found: Record<string, readonly object[]> = {}
  for (const room of rooms)
    for (const [name, rows] of Object.entries(await room.collect(ctx, person))) found[name] = rows ?? []
  return found
}

/** Writes a ZIP file with all that the shop's tables hold about a person: one JSON file, and the pictures. */
export async function writePersonFile(
  ctx: Ctx,
  { row, person, rooms }: PersonFile,
): Promise<{ fileKey: string; fileSize: number; counts: Record<string, number> }> {
  const found = await collectRows(ctx, person, rooms)
  const zip: Zippable = {}
  let size = 0
  for (const room of rooms)
    for (const { name, key } of (await room.files?.(ctx, person)) ?? []) {
      const stored = await ctx.files.get(key)
      if (!stored) continue
      size += stored.size
      if (size > mostFileBytes) throw new Error('The pictures of a data request exceed the size of its file.')
      zip[`pictures/${name}`] = [await buffer(stored.stream), { level: 0 }]
    }
  const counts = Object.fromEntries(Object.entries(found).map(([name, rows]) => [name, rows.length]))
  const about = {
    shop: ctx.shop.shopifyDomain,
    createdAt: ctx.now().toISOString(),
    customer: { platformId: person.platformId, emails: person.emails, phone: person.phone },
    ...found,
  }
  zip['customer-data.json'] = strToU8(JSON.stringify(about, null, 2))
  const bytes = zipSync(zip)
  const fileKey = `${ctx.shop.id}/privacy/${createHash('sha256').update(row.id).digest('hex')}`
  await ctx.files.put(fileKey, bytes, { contentType: 'application/zip' })
  return { fileKey, fileSize: bytes.length, counts }
}
