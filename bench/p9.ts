import type { DatabaseBench } from './bench.ts'
import { csvOf } from './import-files.ts'
import { measurePace } from './import-pace.ts'

export const p9: DatabaseBench = {
  id: 'P9',
  title: 'import of a Judge.me CSV from upload to report against COPY into the same indexed table, rows a second',
  must: '0.25',
  aim: '0.6',
  onDatabase: (stage) => measurePace(stage, { name: 'export.csv', makeFile: csvOf, must: 0.25, printInserts: true }),
}
