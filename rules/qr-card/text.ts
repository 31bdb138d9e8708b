import type { QrFont } from '../settings/qr.ts'

/** Factors for a font's width, relative to the estimates below for a common bold sans serif. */
const widths: Readonly<Record<QrFont, number>> = {
  inherit: 1.04,
  Inter: 1.04,
  'Noto Sans': 1.02,
  'Open Sans': 1.02,
  Montserrat: 1.12,
  Roboto: 0.98,
  'Playfair Display': 1,
  Raleway: 1.05,
  Lora: 1,
  Dosis: 0.86,
  Lato: 0.97,
}

const narrow = /^[iljtfrI.,:;'’!|()[\] ]$/
const wide = /^[mwMWQOGD@%&]$/
/** Characters as wide as high: Chinese, Japanese, Korean, emoji. */
const square =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef\p{Extended_Pictographic}]$/u
const isCapital = (character: string): boolean => character !== character.toLowerCase()

function widthOfCharacter(character: string): number {
  if (square.test(character)) return 1
  if (narrow.test(character)) return 0.34
  if (wide.test(character)) return 0.88
  return isCapital(character) ? 0.72 : 0.58
}

/** Estimates a text's width at size one. The real width may be smaller, rarely larger. */
export function widthOf(text: string, font: QrFont): number {
  let width = 0
  for (const character of text) width += widthOfCharacter(character)
  return width * widths[font]
}

/** Breaks a text into lines of at most `most`, at size one. Breaks between words, and within longer words. */
export function linesOf(text: string, font: QrFont, most: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const piece of piecesOf(paragraph)) {
      if (line !== '' && widthOf((line + piece).trimEnd(), font) > most) {
        lines.push(line.trimEnd())
        line = piece.trimStart()
      } else line += piece
      while (widthOf(line, font) > most && [...line].length > 1) {
        const head = headOf(line, font, most)
        lines.push(head)
        line = line.slice(head.length)
      }
    }
    return [...lines, line.trimEnd()].filter(Boolean)
  })
}

/** Splits into words with their trailing blank; single characters in scripts without blanks. */
const piecesOf = (text: string): string[] =>
  text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+\s*|\s+/gu,
  ) ?? []

function headOf(line: string, font: QrFont, most: number): string {
  let head = ''
  for (const character of line) {
    if (head !== '' && widthOf(head + character, font) > most) break
    head += character
  }
  return head
}

/** Returns the first of `sizes`, sorted from large to small, at which a text fits the lines. */
export function fitText(
  text: string,
  { font, width, lines, sizes }: { font: QrFont; width: number; lines: number; sizes: readonly number[] },
): { size: number; lines: string[] } {
  const tries = sizes.map((size) => ({ size, lines: linesOf(text, font, width / size) }))
  const last = tries.at(-1) ?? { size: 12, lines: [] }
  return tries.find((each) => each.lines.length <= lines) ?? { ...last, lines: last.lines.slice(0, lines) }
}
