import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { brands } from './brands.ts'
import { documents, type Document } from './documents.ts'

/** Fields with the same label in several documents. */
const shared: Document['fields'] = {
  customCss: msg`Custom CSS`,
  enabled: msg`Enabled`,
  'colours.background': msg`Background`,
  'colours.text': msg`Text`,
  'colours.mutedText': msg`Secondary text`,
  'colours.star': msg`Stars`,
  'colours.emptyStar': msg`Empty stars`,
  'colours.border': msg`Borders`,
  'colours.button': msg`Button`,
  'colours.buttonText': msg`Button text`,
  'colours.verified': msg`Verified badge`,
  minimumRating: msg`Minimum rating`,
  font: msg`Font`,
  excludedPages: msg`Don’t show on these pages`,
  showOnMobile: msg`Show on mobile`,
  showOnDesktop: msg`Show on desktop`,
  mobilePosition: msg`Position on mobile`,
  desktopPosition: msg`Position on desktop`,
  layout: msg`Layout style`,
  sortingDefault: msg`Default sort`,
  perPage: msg`Reviews per page`,
  selectedProducts: msg`Selected products`,
  rating: msg`Stars`,
  sort: msg`Sort by`,
  photo: msg`Photos`,
  reviewer: msg`Written by`,
  title: msg`Title`,
  message: msg`Message`,
}

/** First parts of a path that say where the field belongs. */
const groups: Readonly<Record<string, MessageDescriptor | string>> = {
  reviewReminder: msg`Review request`,
  photoReminder: msg`Photo reminder`,
  confirmEdit: msg`Edit request`,
  reviewReply: msg`Reply notification`,
  discountReview: msg`Discount code`,
  survey: msg`Customer survey`,
  'importOptions.amazon': brands.amazon.name,
  'importOptions.aliexpress': brands.aliexpress.name,
  'importOptions.cjdropshipping': brands.cjdropshipping.name,
  'importOptions.shopee': brands.shopee.name,
}

export const wordsOf = (i18n: I18n, words: MessageDescriptor | string): string =>
  typeof words === 'string' ? words : i18n._(words)

/** Returns a field's label: for an email or a marketplace after its name. A field without a label keeps its path. */
export function fieldLabel(i18n: I18n, document: string, field: string): string {
  const labels = { ...shared, ...documents[document]?.fields }
  const group = Object.keys(groups).find((each) => field.startsWith(`${each}.`))
  const path = group ? field.slice(group.length + 1) : field
  const label = labels[path] ?? labels[path.slice(path.lastIndexOf('.') + 1)]
  return [group && groups[group], label ?? path]
    .filter((part) => part !== undefined)
    .map((part) => wordsOf(i18n, part))
    .join(' · ')
}
