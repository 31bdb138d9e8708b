import { toEnumName } from '../../../rules/enum-name.ts'
import { builder } from './builder.ts'

const known = new Map<string, { words: string; ref: unknown }>()

/**
 * Returns the enum of a list of words: `roundedStar` is ROUNDED_STAR. Returns the same enum for the same name.
 * @throws Error for a name that already has other words
 */
export function enumOf<const Word extends string>(name: string, words: readonly Word[], description?: string) {
  const make = () =>
    builder.enumType(name, {
      values: Object.fromEntries(words.map((word) => [toEnumName(word), { value: word }])),
      ...(description && { description }),
    })
  const made = known.get(name) ?? { words: words.join(), ref: make() }
  known.set(name, made)
  if (made.words !== words.join()) throw new Error(`The enum ${name} has other words already.`)
  return made.ref as ReturnType<typeof make>
}
