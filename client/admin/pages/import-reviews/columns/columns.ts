import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { requiredFields } from '../../../../../rules/import-apps.ts'

/** Names of the meanings on screen. */
export const fieldLabels: Readonly<Record<string, MessageDescriptor>> = {
  content: msg`Review text`,
  rating: msg`Stars`,
  title: msg`Title`,
  author: msg`Author`,
  lastName: msg`Author’s last name`,
  email: msg`Email`,
  date: msg`Date`,
  platformId: msg`Product ID`,
  variantId: msg`Variant ID`,
  handle: msg`Product handle`,
  url: msg`Product URL`,
  sku: msg`SKU`,
  productTitle: msg`Product title`,
  variant: msg`Variant title`,
  status: msg`Status`,
  hidden: msg`Hidden (yes or no)`,
  featured: msg`Featured (yes or no)`,
  pinned: msg`Pinned (yes or no)`,
  verified: msg`Verified (yes or no)`,
  incentivized: msg`Incentivized (yes or no)`,
  reply: msg({ message: 'Reply', context: 'what a column holds' }),
  replyDate: msg`Reply date`,
  replyIsPublic: msg`Reply is public (yes or no)`,
  pictures: msg`Photos`,
  pictures2: msg`Second photo`,
  pictures3: msg`Third photo`,
  pictures4: msg`Fourth photo`,
  pictures5: msg`Fifth photo`,
  videos: msg`Video`,
  location: msg`Location`,
  country: msg`Country`,
  externalId: msg`Review ID`,
}

/** Meaning of each column in the file's order; null: not used. */
export type Meanings = readonly (string | null)[]

/** Returns the meanings of the last check. Omits meanings that can't be chosen and repeated ones. */
export function meaningsOf(
  columns: readonly { field: string | null | undefined }[],
  fields: readonly string[],
): Meanings {
  const seen = new Set<string>()
  return columns.map(({ field }) => {
    if (!field || !fields.includes(field) || seen.has(field)) return null
    seen.add(field)
    return field
  })
}

export const missingFields = (meanings: Meanings): string[] =>
  requiredFields.filter((field) => !meanings.includes(field))

/** Returns fields with more than one column. */
export const fieldsTwice = (meanings: Meanings): ReadonlySet<string> =>
  new Set(meanings.filter((field, at): field is string => field !== null && meanings.indexOf(field) !== at))

/** Converts the meanings to the input of `remapImport`. */
export const mappingOf = (meanings: Meanings): { field: string; column: number }[] =>
  meanings.flatMap((field, column) => (field === null ? [] : [{ field, column }]))
