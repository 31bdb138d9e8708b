import { setupI18n, type I18n, type Messages } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { I18nProvider } from '@lingui/react'
import { AppProvider } from '@shopify/polaris'
import {
  createContext,
  startTransition,
  use,
  useEffect,
  useMemo,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react'
import type { Locale } from '../../../../rules/locales.ts'
import { directionOf, fullTag, type CatalogName } from './locales.ts'
import { keepValuesLiteral } from './literalValues.ts'
import { PolarisLink } from '../frame/PolarisLink.tsx'

export interface Words {
  locale: CatalogName | Locale
  messages: Messages
}

export interface Catalog extends Words {
  locale: CatalogName
  polaris: ComponentProps<typeof AppProvider>['i18n']
}

interface Language {
  locale: CatalogName
  /** Resolves once the page shows the language. @throws if the language's files fail to load */
  change(locale: CatalogName): Promise<void>
}

const LanguageContext = createContext<Language>({ locale: 'en', change: () => Promise.resolve() })

/** Returns the current language and a function to change it. */
export const useLanguage = (): Language => use(LanguageContext)

interface Props {
  first: Catalog
  load: (locale: CatalogName) => Promise<Catalog>
  children: ReactNode
}

/** Provides the language: our texts, Polaris' own, and the document's `lang` and `dir`. */
export function Languages({ first, load, children }: Props) {
  const [catalog, setCatalog] = useState(first)
  const [i18n, setI18n] = useState(() => i18nOf(first))
  useEffect(() => {
    document.documentElement.lang = fullTag(catalog.locale)
    document.documentElement.dir = directionOf(catalog.locale)
  }, [catalog])
  // "Undo" beside a selection would seem to reverse an action.
  const polaris = useMemo(
    () => [{ Polaris: { IndexTable: { undo: i18n._(msg`Deselect`) } } }, catalog.polaris].flat(),
    [i18n, catalog],
  )
  const change = async (locale: CatalogName) => {
    if (locale === catalog.locale) return
    const next = await load(locale)
    startTransition(() => {
      setCatalog(next)
      setI18n(i18nOf(next))
    })
  }
  return (
    <LanguageContext value={{ locale: catalog.locale, change }}>
      <I18nProvider i18n={i18n}>
        <AppProvider i18n={polaris} linkComponent={PolarisLink}>
          {children}
        </AppProvider>
      </I18nProvider>
    </LanguageContext>
  )
}

export function i18nOf({ locale, messages }: Words): I18n {
  return keepValuesLiteral(setupI18n({ locale, locales: fullTag(locale), messages: { [locale]: messages } }))
}
