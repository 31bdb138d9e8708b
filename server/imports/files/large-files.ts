import { largeImportFileBytes } from '../../../rules/limits.ts'
import { workbookNames } from './import-file.ts'

/** A workbook is packed: so many times its size is the text in it, about. */
const unfolds = 5

/** An upload, or the row of its import: the report knows of a workbook that unfolded to more than that. */
interface Sized {
  fileName: string
  fileSize: number
  report?: unknown
}

/** Not checked while the upload waits for its answer, and worth a process of its own (decision 0029). */
export const isLarge = ({ fileName, fileSize, report }: Sized): boolean =>
  (report as { large?: boolean } | null | undefined)?.large === true ||
  fileSize * (workbookNames.test(fileName) ? unfolds : 1) > largeImportFileBytes
