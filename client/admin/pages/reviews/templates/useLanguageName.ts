import { useLingui } from '@lingui/react/macro'

/** Returns a language's name in the admin's language: `de` becomes German. */
export function useLanguageName(): (code: string) => string {
  const { i18n } = useLingui()
  const names = new Intl.DisplayNames([i18n.locale], { type: 'language' })
  return (code) => {
    try {
      return names.of(code) ?? code
    } catch {
      return code
    }
  }
}
