/** Characters that begin a formula, including full-width forms. "-words" counts too: a broken formula. */
const runs = /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B\u2212]/g
/** Characters that a program may skip at the beginning of a cell: spaces, zero-width marks, quotation marks. */
const passedOver = /[\s"\p{Control}\p{Default_Ignorable_Code_Point}\u2800]/u
/** Characters that begin a cell in a program with another separator (`;` in much of Europe). */
const formulaStart = /[;\t\r\n]/
/** Characters that begin a cell in a file without comma separators, where a comma is not quoted. */
const beginsWithoutCommas = /[;,|\t\r\n]/
/** Apostrophes that some programs drop at the beginning of a cell, so that the next character begins it. */
const dropped = /^'*(?=[\t\r\n])/

/**
 * Makes a text harmless to every spreadsheet program, however it splits the file. Puts an apostrophe before each
 * character that would begin a formula; `unguard` removes exactly these.
 */
export const guard = (text: string): string => guardWhere(text, formulaStart)

/** Reverses `guard`. Also removes an apostrophe that a text has where guard would put one. */
export const unguard = (text: string): string => unguardWhere(text, formulaStart)

/** Returns both functions for a file with another separator than the comma. */
export function makeGuards(separator: string): { guard: (text: string) => string; unguard: (text: string) => string } {
  if (separator === ',') return { guard, unguard }
  return {
    guard: (text) => guardWhere(text, beginsWithoutCommas),
    unguard: (text) => unguardWhere(text, beginsWithoutCommas),
  }
}

function guardWhere(text: string, begin: RegExp): string {
  let result = ''
  let from = 0
  for (const at of cellStarts(text, begin)) {
    result += `${text.slice(from, at)}'${text[at] ?? ''}`
    from = at + 1
  }
  return result + text.slice(from)
}

function unguardWhere(text: string, begin: RegExp): string {
  if (!text.includes(`'`)) return text
  let result = ''
  let from = 0
  for (const at of cellStarts(text, begin)) {
    if (text[at - 1] !== `'`) continue
    result += text.slice(from, at - 1)
    from = at
  }
  return result + text.slice(from)
}

/**
 * Yields positions of formula characters that only apostrophes and skipped characters precede in their cell. The
 * apostrophes are right before the character, so adding or removing one changes nothing else. Scans each position once.
 */
function* cellStarts(text: string, begin: RegExp): Generator<number> {
  const lead = dropped.exec(text)
  if (lead) yield lead[0].length
  for (const { index } of text.matchAll(runs)) {
    let before = index
    while (text[before - 1] === `'`) before--
    let begun = before === 0
    while (!begun && passedOver.test(text[before - 1] ?? 'x') && !begin.test(text[before - 1] ?? ''))
      begun = --before === 0
    if (begun || begin.test(text[before - 1] ?? '')) yield index
  }
}
