/** Blanks, signs that are there to be ignored (zero width, joiners, fillers, variation selectors), controls, and the empty braille cell. */
const shown = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u

/** Whether a reader would see nothing of a text, whatever it is made of: it is as good as an empty one. */
export const isInvisible = (text: string): boolean => !shown.test(text)

/** A smiley is one character, whatever its length in code units. */
export function countCharacters(value: string): number {
  let count = 0
  for (const _ of value) count += 1
  return count
}

/** The first characters of a text, counted as countCharacters does. */
export const takeCharacters = (value: string, max: number): string =>
  value.length <= max ? value : [...value].slice(0, max).join('')
