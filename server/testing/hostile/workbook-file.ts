import { crc32, deflateRawSync } from 'node:zlib'

export type Parts = Readonly<Record<string, string | Buffer>>

const head = '<?xml version="1.0" encoding="UTF-8"?>'
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`

/** Returns the parts of a workbook with one sheet of raw XML; `others` add or replace parts. */
export const workbookParts = (sheet: string | Buffer, others: Parts = {}): Parts => ({
  '[Content_Types].xml': `${head}<Types/>`,
  '_rels/.rels': `${head}<Relationships>${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  'xl/workbook.xml': `${head}<workbook><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships>${relation('r1', 'worksheet', 'worksheets/sheet1.xml')}${relation('r2', 'sharedStrings', '/xl/sharedStrings.xml')}${relation('r3', 'styles', 'styles.xml')}</Relationships>`,
  'xl/worksheets/sheet1.xml': sheet,
  ...others,
})

/** Builds an archive of parts. `size`: the declared uncompressed size of each. */
export function zipOf(parts: Parts, { size }: { size?: number } = {}): Buffer<ArrayBuffer> {
  const [files, contents]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content)
    const folded = deflateRawSync(bytes)
    const [local, central] = [Buffer.alloc(30), Buffer.alloc(46)]
    local.writeUInt32LE(0x04034b50)
    central.writeUInt32LE(0x02014b50)
    for (const [header, start] of [
      [local, 8],
      [central, 10],
    ] as const) {
      header.writeUInt16LE(8, start)
      header.writeUInt32LE(crc32(bytes), start + 6)
      header.writeUInt32LE(folded.length, start + 10)
      header.writeUInt32LE(size ?? bytes.length, start + 14)
      header.writeUInt16LE(Buffer.byteLength(name), start + 18)
    }
    central.writeUInt32LE(at, 42)
    files.push(local, Buffer.from(name), folded)
    contents.push(central, Buffer.from(name))
    at += 30 + Buffer.byteLength(name) + folded.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(Object.keys(parts).length, 8)
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(
    contents.reduce((sum, { length }) => sum + length, 0),
    12,
  )
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, ...contents, end])
}
