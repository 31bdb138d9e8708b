import Papa from 'papaparse'
import { v7 as uuidv7 } from 'uuid'
import type { Review, Shop } from '../../generated/prisma/client.ts'
import { unguard } from '../../core/formula-guard.ts'
import { exportColumns } from '../../reviews/export/file-format.ts'
import { calculatedInCsv, calculatedInXlsx, formulaTexts } from '../hostile/formula-cells.ts'
import { emptyVerdict, recordPlanted, type Verdict } from './verdict.ts'
import type { World } from '../world.ts'

const texts = ['title', 'content', 'firstName', 'lastName', 'replyContent', 'location', 'variantTitle'] as const
const columnOf = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : `A${String.fromCharCode(65 + at - 26)}`
const rateColumn = columnOf(exportColumns.indexOf('rating'))

/**
 * Goal R19: exports and an import's error file hold no cell that a spreadsheet calculates. Formula texts fill every
 * field of reviews, products and refused rows; imported again, the files give the same texts. Planted: cells without
 * their guard, formulas in a workbook, a changed text. Needs a world that runs jobs.
 * @param every takes every n-th text
 */
export async function checkExports(world: World, { every = 1 }: { every?: number } = {}): Promise<Verdict> {
  const verdict = emptyVerdict()
  const corpus = formulaTexts().filter((_text, index) => index % every === 0)
  await fill(world, corpus)
  const before = await textsOf(world, world.shop)
  for (const format of ['csv', 'xlsx'] as const) {
    const file = await exportReviews(world, format)
    verdict.tried += corpus.length * texts.length
    verdict.found.push(...listCalculated(format, file).map((cell) => `${format}: ${cell}`))
    await empty(world, world.otherShop)
    const end = await importBack(world, { file, name: `reviews.${format}`, token: world.otherToken })
    if (end.imported !== corpus.length)
      verdict.found.push(`${format}: ${end.imported} of ${corpus.length} came back (${end.status})`)
    verdict.found.push(
      ...differences(before, await textsOf(world, world.otherShop)).map((text) => `${format} read again: ${text}`),
    )
    plantInto(verdict, format, file)
  }
  recordPlanted(
    verdict,
    'a text that came back as another',
    differences(
      before,
      before.map((row, index) => (index === 1 ? { ...row, content: `'${row.content}` } : row)),
    ).length === 1,
  )
  await checkErrorFile(world, corpus, verdict)
  return verdict
}

const listCalculated = (format: 'csv' | 'xlsx', file: Uint8Array): string[] =>
  format === 'csv' ? calculatedInCsv(file) : calculatedInXlsx(file, (column) => column === rateColumn)

function plantInto(verdict: Verdict, format: 'csv' | 'xlsx', file: Buffer): void {
  if (format === 'csv') {
    const rows = Papa.parse<string[]>(file.toString('utf8').slice(1), { delimiter: ',' }).data
    const one = (cell: string) => Buffer.from(Papa.unparse([...rows.slice(0, 1), [cell]]))
    const guarded = [...new Set(rows.flat().filter((cell) => unguard(cell) !== cell && !unguard(cell).includes(`'`)))]
      .map(unguard)
      .filter((_cell, index) => index % 7 === 0)
    for (const cell of guarded)
      recordPlanted(
        verdict,
        `csv without its guard: ${JSON.stringify(cell.slice(0, 60))}`,
        calculatedInCsv(one(cell)).length > 0,
      )
    return
  }
  const sheet = (cell: string) =>
    zipOf('xl/worksheets/sheet1.xml', `<worksheet><sheetData><row r="2">${cell}</row></sheetData></worksheet>`)
  for (const cell of [
    '<c r="F2"><f>1+1</f><v>2</v></c>',
    '<c r="F2" t="str"><f>A1</f></c>',
    '<c r="F2"><v>2</v></c>',
    '<c r="F2" t="str"><v>=1</v></c>',
    '<c r="F2" t="e"><v>#REF!</v></c>',
  ])
    recordPlanted(
      verdict,
      `a workbook with ${cell}`,
      calculatedInXlsx(sheet(cell), (column) => column === rateColumn).length > 0,
    )
  recordPlanted(
    verdict,
    'a workbook that leads elsewhere',
    calculatedInXlsx(zipOf('xl/externalLinks/externalLink1.xml', '<externalLink/>'), () => false).length > 0,
  )
}

/** Builds an archive with one uncompressed entry, enough for a planted workbook. */
function zipOf(name: string, text: string): Buffer {
  const [bytes, path] = [Buffer.from(text), Buffer.from(name)]
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50)
  local.writeUInt16LE(path.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50)
  central.writeUInt32LE(bytes.length, 20)
  central.writeUInt16LE(path.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(30 + path.length + bytes.length, 16)
  return Buffer.concat([local, path, bytes, central, path, end])
}

async function fill(world: World, corpus: readonly string[]): Promise<void> {
  const { ctx } = world
  const shopId = world.shop.id
  const productId = uuidv7()
  await ctx.db.product.create({
    data: {
      shopId,
      id: productId,
      platformId: '5200000000001',
      handle: '-mug',
      title: '=1+1',
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    },
  })
  await ctx.db.review.createMany({
    data: corpus.map((text, index) => {
      const short = text.slice(0, 90).toWellFormed()
      const at = new Date(ctx.now().getTime() + index)
      const original = { title: short, content: text, media: [] }
      return {
        shopId,
        id: uuidv7(),
        productId,
        rate: 5,
        title: short,
        content: text,
        firstName: short,
        lastName: index % 2 ? short : '',
        email: `a${index}@reader.test`,
        replyContent: text,
        replyAt: at,
        location: short,
        variantTitle: short,
        status: 'published' as const,
        origin: 'customer' as const,
        source: 'customer' as const,
        edited: true,
        original,
        createdAt: at,
        enteredAt: at,
        updatedAt: at,
      }
    }),
  })
}

type Texts = Pick<Review, (typeof texts)[number] | 'original'>

const textsOf = (world: World, shop: Shop): Promise<Texts[]> =>
  world.app.deps.access.acrossShops('the demo platform').review.findMany({
    where: { shopId: shop.id },
    orderBy: { createdAt: 'asc' },
    select: {
      title: true,
      content: true,
      firstName: true,
      lastName: true,
      replyContent: true,
      location: true,
      variantTitle: true,
      original: true,
    },
  })

function differences(before: readonly Texts[], after: readonly Texts[]): string[] {
  return before.flatMap((row, index) =>
    [...texts, 'original' as const]
      .filter((field) => JSON.stringify(row[field]) !== JSON.stringify(after[index]?.[field]))
      .map(
        (field) =>
          `${field} ${JSON.stringify(row[field]).slice(0, 80)} became ${JSON.stringify(after[index]?.[field] ?? null).slice(0, 80)}`,
      ),
  )
}

async function exportReviews(world: World, format: 'csv' | 'xlsx'): Promise<Buffer> {
  const started = (await world.rest('POST', '/reviews/export', { body: { format } })).json<{ data: { id: string } }>()
  await world.runJobs()
  const { data } = (await world.rest('GET', `/reviews/export/${started.data.id}`)).json<{
    data: { downloadUrl: string }
  }>()
  return (await world.inject({ method: 'GET', url: new URL(data.downloadUrl).pathname })).rawPayload
}

interface ReimportResult {
  status: string
  imported: number
  errorFileUrl: string | null
}

async function importBack(
  world: World,
  { file, name, token }: { file: Uint8Array; name: string; token: string },
): Promise<ReimportResult> {
  const form = new FormData()
  form.set('file', new Blob([file as Uint8Array<ArrayBuffer>]), name)
  const answer = await fetch(`${await world.url()}/apiSa/imports`, {
    method: 'POST',
    headers: { 'x-auth-token': token },
    body: form,
  })
  const {
    data: { id },
  } = (await answer.json()) as { data: { id: string } }
  await world.runJobs()
  await world.rest('POST', `/imports/${id}/start`, {
    body: { answers: [{ question: 'unmatched', answer: 'shop' }] },
    token,
  })
  await world.runJobs()
  return (await world.rest('GET', `/imports/${id}`, { token })).json<{ data: ReimportResult }>().data
}

async function empty(world: World, shop: Shop): Promise<void> {
  const db = world.app.deps.access.acrossShops('the demo platform')
  const where = { where: { shopId: shop.id } }
  await db.review.deleteMany(where)
  await db.reviewCount.deleteMany(where)
  await db.productReviewCount.deleteMany(where)
  await db.importProblem.deleteMany(where)
  await db.import.deleteMany(where)
}

/** Checks the error file like an export: strangers' texts go to a spreadsheet and back. */
async function checkErrorFile(world: World, corpus: readonly string[], verdict: Verdict): Promise<void> {
  await empty(world, world.otherShop)
  const head = ['title', 'body', 'rating', 'review_date', 'reviewer_name', 'reviewer_email', 'product_handle']
  const short = corpus.filter((text) => text.trim() !== '' && text.length < 90)
  const rows = short.map((text, index) => [
    `T${text}`,
    text,
    'x',
    `2025-01-01T00:00:${String(index % 60).padStart(2, '0')}Z`,
    `N${index}`,
    `n${index}@reader.test`,
    '',
  ])
  // The second file is the corrected first one, as a merchant would upload it.
  const first = await importBack(world, {
    file: Buffer.from(Papa.unparse([head, ...rows])),
    name: 'judgeme.csv',
    token: world.otherToken,
  })
  const file = first.errorFileUrl
    ? (await world.inject({ method: 'GET', url: new URL(first.errorFileUrl).pathname })).rawPayload
    : Buffer.alloc(0)
  verdict.tried += short.length
  if (file.length === 0) verdict.found.push('there was no error file')
  verdict.found.push(...calculatedInCsv(file).map((cell) => `error file: ${JSON.stringify(cell)}`))
  recordPlanted(
    verdict,
    'an error file without guards',
    calculatedInCsv(Buffer.from(Papa.unparse([head, ...rows]))).length > 0,
  )
}
