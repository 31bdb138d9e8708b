/** Excludes blanks, controls, ignorable characters (zero width, joiners) and the empty braille cell. */
const shown = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u

/** Whether a reader would see nothing of a text, so that it counts as empty. */
export const isInvisible = (text: string): boolean => !shown.test(text)

const ignorable = /\p{Default_Ignorable_Code_Point}/gu

/** Removes zero-width characters, joiners, soft hyphens and variation selectors, which can hide a word from a rule. */
export const stripInvisible = (text: string): string => text.replace(ignorable, '')

/** Counts an emoji as one character, whatever its length in code units. */
export function countCharacters(value: string): number {
  let count = 0
  for (const _ of value) count += 1
  return count
}

/** Returns the first characters of a text, counted as countCharacters does. */
export const takeCharacters = (value: string, max: number): string =>
  value.length <= max ? value : [...value].slice(0, max).join('')

/** Counts characters as readers do: letters with their marks, and emoji of several parts, are one. */
export const countGraphemes = (value: string): number =>
  [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(value)].length
