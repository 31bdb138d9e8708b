/** Names of apps whose exports are recognized, the same in every language. */
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

/** Names of two sources in the API: our template, and a file of an unknown app. */
export const templateSource = 'Candor template'
export const unknownSource = 'Unknown app'

/** Fields that a guessed mapping must find; otherwise the merchant is asked first. */
export const neededFields = ['content', 'rating'] as const
/** Fields that a merchant's mapping needs: a file may contain ratings without texts. */
export const requiredFields = ['rating'] as const

/** Whether a source's columns can be mapped differently. Not possible for our own exports and marketplaces. */
export const canChangeColumns = (source: string): boolean =>
  [...importApps, templateSource, unknownSource].some((name) => name === source)
