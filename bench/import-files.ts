import { dayMs } from '../rules/dates.ts'
import { english } from '../server/demo/texts/texts-en.ts'
import { workbookParts, zipOf } from '../server/testing/hostile/workbook-file.ts'

/** Number of products in the file: `product-1` and so on, as load-reviews.ts creates them. */
export const importedProducts = 100
/** The goals' size; 24 MB. */
export const fullImportRows = 100_000

const columns =
  'title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls,ip_address,location,metaobject_handle'.split(
    ',',
  )
const dateColumn = columns.indexOf('review_date')
const ratingColumn = columns.indexOf('rating')
const sentences = [...english.openers.good, ...english.openers.fair, ...english.life, ...english.closers.good]
const pick = (list: readonly string[], at: number): string => list[at % list.length] ?? ''

interface Row {
  cells: string[]
  at: number
}

/** Returns a row of an invented Judge.me export, about 250 bytes, each a different review. */
function rowOf(row: number): Row {
  const at = Date.UTC(2023, 0, 1) + row * 600_000
  const body = `${pick(sentences, row)} ${pick(sentences, row * 7)} ${pick(sentences, row * 13)} No. ${row}`
  const name = `${pick(english.first, row)} ${pick(english.last, row * 3)}`
  const written = `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const filledCells = [
    pick(english.titles.good, row),
    body,
    String((row % 5) + 1),
    written,
    'web',
    'ok',
    name,
    `reader${row}@example.com`,
    '',
    `product-${(row % importedProducts) + 1}`,
  ]
  return { at, cells: [...filledCells, ...Array.from({ length: columns.length - filledCells.length }, () => '')] }
}

/** Returns the export as CSV with quoted texts. */
export function csvOf(rows: number): Uint8Array {
  const lines = [columns.join(',')]
  for (let row = 0; row < rows; row++) {
    const [title, body, ...others] = rowOf(row).cells
    lines.push(`"${title ?? ''}","${body ?? ''}",${others.join(',')}`)
  }
  return Buffer.from(`${lines.join('\n')}\n`)
}

/**
 * Returns the export with a rejected row for each reason, and rows with pictures. Picture URLs are local, so no other
 * server is asked.
 */
export function messyCsvOf(rows: number): Uint8Array {
  const lines = [columns.join(',')]
  for (let row = 0; row < rows; row++) {
    const { cells } = rowOf(row % 61 === 60 ? row - 30 : row)
    const changed: [number, string][] = [
      [50, 'rating:0'],
      [70, 'product_handle:not-ours'],
      [40, 'picture_urls:http://127.0.0.1:9/picture.jpg'],
      [90, 'review_date:yesterday'],
    ].flatMap(([every, change]) => {
      const [column = '', value = ''] = String(change).split(/:(.*)/s)
      return row % Number(every) === 7 ? [[columns.indexOf(column), value] as [number, string]] : []
    })
    for (const [column, value] of changed) cells[column] = value
    lines.push(cells.map((cell) => (cell === '' ? '' : `"${cell}"`)).join(','))
  }
  return Buffer.from(`${lines.join('\n')}\n`)
}

/** Returns the same rows as a one-sheet workbook with shared strings and numeric dates, like Excel's. */
export function workbookOf(rows: number): Uint8Array {
  const shared = new Map<string, number>()
  const text = (value: string): string => {
    const at = shared.get(value) ?? shared.size
    shared.set(value, at)
    return `t="s"><v>${at}</v>`
  }
  const cellOf = (value: string, column: number, { line, at }: { line: number; at: number }): string => {
    if (value === '') return ''
    const reference = `<c r="${String.fromCharCode(65 + column)}${line}" `
    if (line > 1 && column === ratingColumn) return `${reference}><v>${value}</v></c>`
    if (line > 1 && column === dateColumn) return `${reference}s="1"><v>${at / dayMs + 25_569}</v></c>`
    return `${reference}${text(value)}</c>`
  }
  const lines: string[] = []
  const add = ({ cells, at }: Row, line: number) =>
    lines.push(`<row r="${line}">${cells.map((value, column) => cellOf(value, column, { line, at })).join('')}</row>`)
  add({ cells: columns, at: 0 }, 1)
  for (let row = 0; row < rows; row++) add(rowOf(row), row + 2)
  const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return zipOf(
    workbookParts(Buffer.from(`<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`), {
      'xl/sharedStrings.xml': `<sst>${[...shared.keys()].map((value) => `<si><t>${escaped(value)}</t></si>`).join('')}</sst>`,
      'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>',
    }),
  )
}

export const megabytes = (bytes: Uint8Array): string => `${(bytes.length / 1024 / 1024).toFixed(1)} MB`
