import { sampledImportColumns } from '../../../rules/limits.ts'
import type { RawRecord } from '../../core/csv.ts'
import { cleanLine, shorten } from '../parsing/text.ts'
import type { Field } from '../sources/source.ts'

const samplesKept = 3
const sampleChars = 80
/** A column that says nothing in so many records is shown without samples. */
const mostSampledRecords = 5_000

/**
 * The first cells of each column that hold something, for whoever has to say what the column means. A wide file's further columns are
 * listed without: their cells would be megabytes that are not shown.
 */
export class ColumnSamples {
  readonly samples: string[][]
  readonly #columns: number
  #open: number[]
  #looked = 0

  constructor(columns: number) {
    this.#columns = columns
    this.samples = Array.from({ length: Math.min(columns, sampledImportColumns) }, () => [])
    this.#open = [...this.samples.keys()]
  }

  add(records: readonly RawRecord[]): void {
    for (const { cells } of records) {
      if (this.#open.length === 0 || ++this.#looked > mostSampledRecords) return
      let full = false
      for (const at of this.#open) {
        const samples = this.samples[at] ?? []
        const text = shorten(cleanLine(cells[at]?.slice(0, sampleChars * 2) ?? ''), sampleChars)
        if (text === '' || samples.includes(text)) continue
        samples.push(text)
        full ||= samples.length >= samplesKept
      }
      if (full) this.#open = this.#open.filter((at) => (this.samples[at]?.length ?? 0) < samplesKept)
    }
  }

  /** What each column of the file is read as. */
  meanings(fields: ReadonlyMap<Field, number>): (Field | null)[] {
    const byColumn = new Map([...fields].map(([field, at]) => [at, field]))
    return Array.from({ length: this.#columns }, (_none, at) => byColumn.get(at) ?? null)
  }
}
