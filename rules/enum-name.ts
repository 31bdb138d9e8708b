/** Returns the GraphQL name of a word: `roundedStar` becomes ROUNDED_STAR, `review-reminder` REVIEW_REMINDER. */
export const toEnumName = (word: string): string =>
  word
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toUpperCase()

/** Returns the camel-case word of a GraphQL name: ROUNDED_STAR becomes `roundedStar`. */
export const fromEnumName = (name: string): string =>
  name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
