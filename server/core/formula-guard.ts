/**
 * What a spreadsheet takes for the beginning of a formula, the forms of other scripts' keyboards too. A minus and a plus
 * before words are formulas as well, broken ones.
 */
const runs = /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B\u2212]/g
/** What a program may pass over at the beginning of a cell: spaces, marks without width, quotation marks. */
const passedOver = /[\s"\p{Control}\p{Default_Ignorable_Code_Point}\u2800]/u
/** Where a program that separates otherwise than the file does (`;` in much of Europe) begins a cell. */
const formulaStart = /[;\t\r\n]/
/** The same for a file that is not separated by commas: in that a comma stands in a cell as it is. */
const beginsWithoutCommas = /[;,|\t\r\n]/
/** These are dropped by some programs at the beginning of a cell, and what follows then begins it. */
const dropped = /^'*(?=[\t\r\n])/

/**
 * Makes a text harmless to every spreadsheet program, however it splits the file: an apostrophe before each sign that would
 * begin a formula. `unguard` takes exactly these away again.
 */
export const guard = (text: string): string => guardWhere(text, formulaStart)

/** The text as it was. A text that was never guarded stays, but for an apostrophe where guard would have put one. */
export const unguard = (text: string): string => unguardWhere(text, formulaStart)

/** Both for the cells of a file with another separator than the comma. */
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
 * Places of signs with nothing before them in their cell but apostrophes and what is passed over. The apostrophes stand right
 * before the sign, so that one more or one less changes nothing else. Each place is looked at once, back to the last sign.
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
