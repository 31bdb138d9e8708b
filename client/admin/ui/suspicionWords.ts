import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

export interface ShownReason {
  readonly kind: string
  readonly found: string
  readonly count: number
}

/** Returns the sentence of a reason to look at a review; empty if this release doesn't know it. */
export function useSuspicionWords(): (reason: ShownReason) => string {
  const { t, i18n } = useLingui()
  return ({ kind, found, count }) => {
    switch (kind) {
      case 'WORD':
        return t`Contains the word “${found}”`
      case 'LINK':
        return t`Contains a link: ${found}`
      case 'CONTACT':
        return t`Contains a contact: ${found}`
      case 'LANGUAGE': {
        const language = languageName(i18n.locale, found)
        return t`Written in another language: ${language}`
      }
      case 'SAME_TEXT':
        return t`${plural(count, { one: 'Same text as another review', other: 'Same text as # other reviews' })}`
      case 'SAME_PHOTO':
        return t`${plural(count, { one: 'Same photo as another review', other: 'Same photo as # other reviews' })}`
      case 'SAME_NETWORK':
        return t`${plural(count, { one: 'From the same address as another review within an hour', other: 'From the same address as # other reviews within an hour' })}`
      case 'BURST':
        return t`${plural(count, { one: 'One of many reviews of this product within an hour', other: 'One of # reviews of this product within an hour' })}`
      default:
        return ''
    }
  }
}

/** Returns a language's name in the merchant's language; its code if the browser knows none. */
export function languageName(locale: string, code: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}
