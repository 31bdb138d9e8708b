import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { requiredFields } from '../../../../../rules/import-apps.ts'

/** What a column can mean, in the words of a merchant. */
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

/** What each column is read as, in the file's order; null: it is not needed. */
export type Meanings = readonly (string | null)[]

/** As the file was checked. What only one app's files know is nothing that can be chosen, and no field is fed twice. */
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

/** Required fields that no column is read as. */
export const missingFields = (meanings: Meanings): string[] =>
  requiredFields.filter((field) => !meanings.includes(field))

/** Fields that more than one column is read as. */
export const fieldsTwice = (meanings: Meanings): ReadonlySet<string> =>
  new Set(meanings.filter((field, at): field is string => field !== null && meanings.indexOf(field) !== at))

/** As `remapImport` takes it. */
export const mappingOf = (meanings: Meanings): { field: string; column: number }[] =>
  meanings.flatMap((field, column) => (field === null ? [] : [{ field, column }]))
