import { largeImportFileBytes } from '../../../rules/limits.ts'
import { workbookNames } from './import-file.ts'

/** Approximate size of a workbook's text, as a multiple of its compressed size. */
const unfolds = 5

/** An upload or an import. The report knows whether a workbook decompressed to more than expected. */
interface Sized {
  fileName: string
  fileSize: number
  report?: unknown
}

/** Large files are checked as a job in the worker process, not during the upload (decision 0029). */
export const isLarge = ({ fileName, fileSize, report }: Sized): boolean =>
  (report as { large?: boolean } | null | undefined)?.large === true ||
  fileSize * (workbookNames.test(fileName) ? unfolds : 1) > largeImportFileBytes
