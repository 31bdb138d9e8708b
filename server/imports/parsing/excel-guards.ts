/** `="810…"`, which keeps a spreadsheet from rounding a long number. */
const textFormula = /^=\s*"((?:[^"]|"")*)"$/
/** `=HYPERLINK("https://…"; "photo")`, `=IMAGE("https://…")`. */
const addressFormula = /^=(?:HYPERLINK|IMAGE)\(\s*"((?:[^"]|"")*)"/i
/** An apostrophe before nothing but a number or date, which marks a text cell. */
const guardedNumber = /^'(?=[\d.:/+ -]+$)/

/**
 * Returns what a spreadsheet shows for a cell that protects its text by a formula or an apostrophe.
 * @param isAddress also reads the address of a link or picture formula
 */
export function undoExcelGuard(cell: string, isAddress: boolean): string {
  if (cell.startsWith('=')) {
    const text = textFormula.exec(cell)?.[1] ?? (isAddress ? addressFormula.exec(cell)?.[1] : undefined)
    return text === undefined ? cell : text.replaceAll('""', '"')
  }
  return cell.startsWith("'") ? cell.replace(guardedNumber, '') : cell
}
