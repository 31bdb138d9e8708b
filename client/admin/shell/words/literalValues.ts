import type { I18n, MessageDescriptor, MessageOptions } from '@lingui/core'

/** A noncharacter, which stored texts never contain (rules/clean-text.ts). */
const standIn = '\uFDD0'

/**
 * Keeps backslashes in values: Lingui would decode `\x41` and `\u202e` even if a shopper typed them. Replaces them by
 * another character while a sentence is built.
 */
export function keepValuesLiteral(i18n: I18n): I18n {
  const translate = i18n._.bind(i18n)
  const literally: I18n['_'] = (
    id: MessageDescriptor | string,
    values?: Record<string, unknown>,
    options?: MessageOptions,
  ) => {
    const given = typeof id === 'string' ? values : (id.values ?? values)
    if (!given || !Object.values(given).some((value) => typeof value === 'string' && value.includes('\\')))
      return translate(id as string, values, options)
    const hidden = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.replaceAll('\\', standIn) : value,
      ]),
    )
    const text = typeof id === 'string' ? translate(id, hidden, options) : translate({ ...id, values: hidden })
    return text.replaceAll(standIn, '\\')
  }
  i18n._ = literally
  i18n.t = literally
  return i18n
}
