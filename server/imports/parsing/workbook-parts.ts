import type { WorkbookArchive } from './workbook-archive.ts'
import { SharedTexts, unescapeText, type Meanings } from './workbook-sheet.ts'
import { createBrokenError, createTooLargeError, workbookBounds, type WorkbookWork } from './workbook-work.ts'
import { XmlMarks, type XmlMark } from './workbook-xml.ts'

interface Relation {
  id: string
  type: string
  target: string
}

interface WorkbookParts {
  /** Names of the sheets' parts, in tab order. */
  sheets: string[]
  meanings: Meanings
}

/** Built-in number formats for dates and times. */
const isDateNumber = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
const longestCode = 255
const isDateCode = (code: string): boolean =>
  /[dhmsy]/i.test(code.slice(0, longestCode).replace(/\\.|"[^"]*"|\[[^[\]]*\]|[*_].|General/gi, ''))

export async function readParts(archive: WorkbookArchive, work: WorkbookWork): Promise<WorkbookParts> {
  const scan = createScan(archive, work)
  const path = (await relationsOf(scan, '')).find(({ type }) => type === 'officeDocument')?.target
  if (!path || !archive.has(path)) throw createBrokenError()
  const relations = archive.has(relationsPath(path)) ? await relationsOf(scan, path) : []
  const { ids, from1904 } = await tabsOf(scan, path)
  const target = (wanted: string) =>
    relations.find(({ type, target: part }) => type === wanted && archive.has(part))?.target
  const sheetParts = new Map(
    relations.filter(({ type }) => type === 'worksheet').map(({ id, target: part }) => [id, part]),
  )
  const sheets = ids.flatMap((id) => sheetParts.get(id) ?? [])
  if (sheets.some((sheet) => !archive.has(sheet))) throw createBrokenError()
  const shared = await sharedOf(scan, { path: target('sharedStrings'), work })
  return { sheets, meanings: { shared, dates: await datesOf(scan, target('styles')), from1904 } }
}

type ScanPart = (
  part: string,
  options: { mostBytes?: number; visit(xml: XmlMarks, mark: XmlMark): void },
) => Promise<void>

const createScan =
  (archive: WorkbookArchive, work: WorkbookWork): ScanPart =>
  async (part, { mostBytes = work.bounds.partBytes, visit }) => {
    const xml = new XmlMarks(work)
    for await (const bytes of archive.unfold(part, mostBytes)) {
      work.begin()
      xml.push(bytes)
      for (let mark = xml.next(); mark; mark = xml.next()) visit(xml, mark)
      work.pause()
    }
    xml.end()
  }

function relationsPath(part: string): string {
  const name = part.lastIndexOf('/') + 1
  return `${part.slice(0, name)}_rels/${part.slice(name)}.rels`
}

async function relationsOf(scan: ScanPart, part: string): Promise<Relation[]> {
  const found: Relation[] = []
  await scan(relationsPath(part), {
    visit(xml, mark) {
      if (mark !== 'open' || xml.name !== 'Relationship') return
      const attributes = xml.attributes()
      const [id = '', type = '', target = ''] = ['Id', 'Type', 'Target'].map((name) => attributes.get(name))
      // Never follows links out of the archive.
      if (found.length >= workbookBounds.entries) throw createTooLargeError()
      if (attributes.get('TargetMode') !== 'External')
        found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: resolvePath(part, target) })
    },
  })
  return found
}

function resolvePath(part: string, target: string): string {
  const path = target.startsWith('/') ? [] : part.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') path.pop()
    else if (step !== '.' && step !== '') path.push(step)
  }
  return path.join('/')
}

async function tabsOf(scan: ScanPart, path: string): Promise<{ ids: string[]; from1904: boolean }> {
  const ids: string[] = []
  let from1904 = false
  await scan(path, {
    visit(xml, mark) {
      if (mark !== 'open') return
      if (xml.name === 'workbookPr') from1904 = /^(1|true)$/.test(xml.attributes().get('date1904') ?? '')
      if (ids.length >= workbookBounds.entries) throw createTooLargeError()
      if (xml.name === 'sheet') ids.push([...xml.attributes()].find(([name]) => name.endsWith(':id'))?.[1] ?? '')
    },
  })
  return { ids: [...new Set(ids)], from1904 }
}

async function sharedOf(
  scan: ScanPart,
  { path, work }: { path: string | undefined; work: WorkbookWork },
): Promise<SharedTexts> {
  const shared = new SharedTexts(work)
  if (path === undefined) return shared
  let [text, run, takes, phonetic] = ['', '', false, false]
  await scan(path, {
    mostBytes: work.bounds.sharedBytes,
    visit(xml, mark) {
      if (mark === 'text') {
        if (takes) run += xml.text()
      } else if (xml.name === 't') {
        if (mark === 'close' && takes) text += unescapeText(run)
        takes = mark === 'open' && !phonetic
        run = ''
      } else if (xml.name === 'rPh') phonetic = mark === 'open'
      else if (xml.name === 'si') {
        if (mark === 'close') shared.add(text)
        text = ''
      }
    },
  })
  return shared
}

async function datesOf(scan: ScanPart, path: string | undefined): Promise<boolean[]> {
  const dates: boolean[] = []
  if (path === undefined) return dates
  const codes = new Map<number, boolean>()
  let looks = false
  await scan(path, {
    visit(xml, mark) {
      if (xml.name === 'cellXfs' && mark !== 'text') looks = mark === 'open'
      if (mark !== 'open' || (xml.name !== 'numFmt' && !(looks && xml.name === 'xf'))) return
      const attributes = xml.attributes()
      const id = Number(attributes.get('numFmtId') ?? 0)
      if (xml.name === 'numFmt') codes.set(id, isDateCode(attributes.get('formatCode') ?? ''))
      else dates.push(codes.get(id) ?? isDateNumber(id))
    },
  })
  return dates
}
