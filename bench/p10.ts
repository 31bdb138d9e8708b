import type { DatabaseBench } from './bench.ts'
import { workbookOf } from './import-files.ts'
import { measurePace } from './import-pace.ts'

export const p10: DatabaseBench = {
  id: 'P10',
  title:
    'import of the rows of P9 as a workbook, from upload to report, against COPY into the same indexed table, rows a second',
  must: '0.20',
  aim: '0.6',
  onDatabase: (stage) => measurePace(stage, { name: 'export.xlsx', makeFile: workbookOf, must: 0.2 }),
}
