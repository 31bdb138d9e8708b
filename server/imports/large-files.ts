import { largeImportFileBytes } from '../../rules/limits.ts'
import { workbookNames } from './import-file.ts'

/** A workbook is packed: so many times its size is the text in it, about. */
const unfolds = 5

/** Not checked while the upload waits for its answer, and worth a process of its own (decision 0029). */
export const isLarge = ({ fileName, fileSize }: { fileName: string; fileSize: number }): boolean =>
  fileSize * (workbookNames.test(fileName) ? unfolds : 1) > largeImportFileBytes
