import { sampledImportColumns } from '../../../rules/limits.ts'
import type { RawRecord } from '../../core/csv.ts'
import { cleanLine, shorten } from '../parsing/text.ts'
import type { Field } from '../sources/source.ts'

const samplesKept = 3
const sampleChars = 80
/** A column that is empty for this many records gets no samples. */
const mostSampledRecords = 5_000

/**
 * Collects the first cells with text of each column, to help map the columns. A wide file's further columns get no
 * samples: they would be megabytes that aren't shown.
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

  meanings(fields: ReadonlyMap<Field, number>): (Field | null)[] {
    const byColumn = new Map([...fields].map(([field, at]) => [at, field]))
    return Array.from({ length: this.#columns }, (_none, at) => byColumn.get(at) ?? null)
  }
}
