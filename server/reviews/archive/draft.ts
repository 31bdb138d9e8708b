import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Ctx } from '../../core/context.ts'
import { Prisma, type ShopArchive } from '../../generated/prisma/client.ts'
import { archiveVersion, hashOf, partSchema, signManifest, type Manifest, type Part } from './manifest.ts'
import { findMediaFiles, readMediaKeys, type MediaFile } from './media.ts'
import { readRows, readWords } from './read-rows.ts'
import { ARCHIVED, LEFT_OUT, SHOP_COLUMNS, SHOP_LEFT_OUT } from './tables.ts'
import { entryOf, type Entry } from './tar-segment.ts'

const segmentBytes = 16 * 1024 * 1024
const segmentMs = 3_000

const tables = Object.keys(ARCHIVED)
/** First the files, then the tables, then what describes them. */
const lastStep = tables.length + 1

const positionSchema = z.object({
  step: z.number().default(0),
  /** Key of the last archived row or file of this step. */
  after: z.array(z.string()).nullable().default(null),
  /** Parts of this step so far. */
  part: z.number().default(0),
})

/** What a segment adds to its archive. */
export interface Draft {
  position: z.infer<typeof positionSchema>
  parts: Part[]
  done: number
  bytes: number
  isEnded: boolean
}

export const readParts = ({ parts }: Pick<ShopArchive, 'parts'>): Part[] => z.array(partSchema).parse(parts)

export const beginDraft = ({ position, done }: Pick<ShopArchive, 'position' | 'done'>): Draft => ({
  position: positionSchema.parse(position),
  parts: [],
  done,
  bytes: 0,
  isEnded: false,
})

/** Yields the entries of the next segment, and records in the draft what they contain. */
export async function* draftEntries(ctx: Ctx, row: ShopArchive, draft: Draft): AsyncGenerator<Entry> {
  const until = Date.now() + segmentMs
  const isFull = () => draft.bytes >= segmentBytes || Date.now() > until
  const { position } = draft
  if (readParts(row).length === 0 && position.step === 0) yield entryOf('README.txt', Buffer.from(readme))
  do {
    if (position.step === 0) yield* mediaEntries(ctx, draft, isFull)
    else if (position.step < lastStep) yield* tableEntry(ctx, draft, tables[position.step - 1] ?? '')
    else {
      yield* lastEntries(ctx, row, draft)
      return
    }
  } while (!isFull())
}

const readme = `This is everything that a shop had in Candor: its reviews with pictures and videos, its customers with their
consents, orders, review requests, emails, settings and figures.

tables/   one folder per kind of row. Each line of a file is one row, as JSON.
media/    pictures and videos. tables/ReviewMedia names them by the first part of their file names.
manifest.json   what is in this archive, and what is not: passwords, tokens and keys.

npm run restore brings it into another Candor.
`

function* listEntry(
  draft: Draft,
  { name, bytes, rows }: { name: string; bytes: Buffer; rows: number },
): Generator<Entry> {
  draft.parts.push({ name, rows, bytes: bytes.length, sha256: hashOf(bytes) })
  draft.bytes += bytes.length
  draft.position.part++
  yield entryOf(name, bytes)
}

const numbered = (folder: string, part: number): string => `${folder}/${String(part + 1).padStart(5, '0')}.jsonl`

function nextStep({ position }: Draft): void {
  Object.assign(position, { step: position.step + 1, after: null, part: 0 })
}

async function* tableEntry(ctx: Ctx, draft: Draft, table: string): AsyncGenerator<Entry> {
  const { bytes, rows, after } = await readRows(ctx, table, draft.position.after)
  if (rows > 0) yield* listEntry(draft, { name: numbered(`tables/${table}`, draft.position.part), bytes, rows })
  draft.done += rows
  if (after) draft.position.after = after
  else nextStep(draft)
}

/** Yields files, then their list. */
async function* mediaEntries(ctx: Ctx, draft: Draft, isFull: () => boolean): AsyncGenerator<Entry> {
  const lines: string[] = []
  const keys = await readMediaKeys(ctx, draft.position.after?.[0] ?? '')
  for (const key of keys) {
    if (isFull()) break
    for (const file of await findMediaFiles(ctx, key)) {
      const hash = createHash('sha256')
      const stored = await ctx.files.get(file.key)
      if (!stored) continue
      yield { name: file.name, size: file.size, content: hashed(stored.stream, hash) }
      lines.push(`${JSON.stringify(describeFile(file, hash.digest('hex')))}\n`)
      draft.bytes += file.size
    }
    draft.done++
    draft.position.after = [key]
  }
  const name = numbered('media', draft.position.part)
  if (lines.length > 0) yield* listEntry(draft, { name, bytes: Buffer.from(lines.join('')), rows: lines.length })
  if (keys.length === 0) nextStep(draft)
}

const describeFile = ({ name, size }: MediaFile, sha256: string) => ({ name, bytes: size, sha256 })

async function* hashed(content: AsyncIterable<Uint8Array>, hash: { update(piece: Uint8Array): unknown }) {
  for await (const piece of content) {
    hash.update(piece)
    yield piece
  }
}

/** Yields our words, the manifest and its signature. */
async function* lastEntries(ctx: Ctx, row: ShopArchive, draft: Draft): AsyncGenerator<Entry> {
  const words = await readWords(ctx)
  if (words.length > 0) {
    const text = words.map((one) => `${JSON.stringify(one)}\n`).join('')
    yield* listEntry(draft, {
      name: numbered('tables/MailWords', 0),
      bytes: Buffer.from(text),
      rows: words.length,
    })
  }
  const manifest = JSON.stringify(await buildManifest(ctx, row, [...readParts(row), ...draft.parts]), null, 2)
  yield entryOf('manifest.json', Buffer.from(manifest))
  const signature = signManifest(ctx.env.SESSION_SECRET, manifest)
  draft.isEnded = true
  yield entryOf('signature.json', Buffer.from(JSON.stringify(signature, null, 2)))
}

async function buildManifest(ctx: Ctx, row: ShopArchive, parts: Part[]): Promise<Manifest> {
  const columns = [...SHOP_COLUMNS.told, ...SHOP_COLUMNS.restored].map((name) => Prisma.raw(`"${name}"`))
  const [shop] = await ctx.db.$queryRaw<{ shop: Manifest['shop'] }[]>`
    select row_to_json(one) as shop from (select id, ${Prisma.join(columns)} from "Shop" where id = ${ctx.shop.id}::uuid) one`
  const counts: Record<string, number> = {}
  for (const { name, rows } of parts) {
    const of = name.startsWith('tables/') ? (name.split('/')[1] ?? '') : 'files'
    counts[of] = (counts[of] ?? 0) + rows
  }
  const { files = 0, ...rows } = counts
  return {
    format: 'candor-archive',
    version: archiveVersion,
    about: 'Everything this shop had in Candor. Passwords, tokens and keys are not in it.',
    createdAt: row.createdAt.toISOString(),
    shop: shop?.shop ?? { id: ctx.shop.id, shopifyDomain: ctx.shop.shopifyDomain },
    counts: rows,
    files,
    leftOut: {
      ...LEFT_OUT,
      ...Object.fromEntries(
        Object.entries(SHOP_LEFT_OUT).map(([reason, names]) => [`Shop: ${names.join(', ')}`, reason]),
      ),
    },
    parts,
  }
}
