/** Apps whose exports are read as they are, as they are called in every language. */
export const importApps = [
  'Judge.me',
  'Loox',
  'Yotpo',
  'Okendo',
  'Shopify Product Reviews',
  'Opinew',
  'Ryviu',
  'Trustoo',
  'WooCommerce',
] as const

/** What the source of an import is called over the API: our own file to be filled in, and a file of an unknown app. */
export const templateSource = 'Candor template'
export const unknownSource = 'Unknown app'

/** Fields that a guess of a file's columns must find; without one of them the merchant is asked for the columns first. */
export const neededFields = ['content', 'rating'] as const
/** Fields that the merchant's own mapping must have: a file may hold ratings without texts. */
export const requiredFields = ['rating'] as const

/** Whether the columns of a source's files can be said to mean something else: not those of our own exports, nor what marketplaces answer. */
export const canChangeColumns = (source: string): boolean =>
  [...importApps, templateSource, unknownSource].some((name) => name === source)
