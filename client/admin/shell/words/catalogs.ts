import type { Messages } from '@lingui/core'
import { isAdminLocale, type Locale } from '../../../../rules/locales.ts'
import { fullTag, type CatalogName } from './locales.ts'
import type { Catalog, Words } from './i18n.tsx'

// Two chunks for each language (see vite.config.ts), loaded when a page needs them. Kept apart from i18n.tsx, because
// import.meta.glob exists only in Vite.
const firstWords = import.meta.glob<{ messages: Messages }>([
  '../../../../locales/*/messages.po',
  '!../../../../locales/{ar,he}/messages.po',
])
const laterWords = import.meta.glob<{ messages: Messages }>('../../../../locales/*/messages.po', { query: '?lingui' })
const polarisStrings = import.meta.glob<Catalog['polaris']>(
  '../../../../node_modules/@shopify/polaris/locales/{de,en,es,fr,it,ja,ko,nl,pt-BR,pt-PT,zh-CN}.json',
  { import: 'default' },
)

/** A language with the texts of first pages. */
interface FirstCatalog {
  catalog: Catalog
  /**
   * Adds the texts of further pages to the same `messages`, once. @throws if their file fails to load; the next call
   * retries
   */
  complete(): Promise<void>
}

/** Loads the texts of first pages: ours and Polaris'. @throws if a file fails to load */
export async function beginCatalog(locale: CatalogName): Promise<FirstCatalog> {
  if (locale === 'pseudo') return { catalog: await pseudoCatalog(), complete: () => Promise.resolve() }
  const file = `../../../../locales/${locale}/messages.po`
  const [first, later] = [firstWords[file], laterWords[file]]
  const theirs = polarisStrings[`../../../../node_modules/@shopify/polaris/locales/${fullTag(locale)}.json`]
  if (!first || !later || !theirs) throw new Error(`no catalog for ${locale}`)
  const [{ messages }, polaris] = await Promise.all([first(), theirs()])
  const all = { ...messages }
  const addRest = async () => void Object.assign(all, (await later()).messages)
  let adding: Promise<void> | undefined
  const complete = () =>
    (adding ??= addRest().catch((error: unknown) => {
      adding = undefined
      throw error
    }))
  return { catalog: { locale, messages: all, polaris }, complete }
}

/** Loads all texts of a language, to change it while any page may be open. @throws if a file fails to load */
export async function loadCatalog(locale: CatalogName): Promise<Catalog> {
  const { catalog, complete } = await beginCatalog(locale)
  await complete()
  return catalog
}

/** Loads the widgets' texts of any language of shoppers, for previews. @throws if a file fails to load */
export async function loadWidgetWords(locale: Locale): Promise<Words> {
  if (isAdminLocale(locale)) return loadCatalog(locale)
  const load = laterWords[`../../../../locales/${locale}/messages.po`]
  if (!load) throw new Error(`no texts of widgets for ${locale}`)
  return { locale, messages: (await load()).messages }
}

/** Makes the pseudo language from English, for browser tests. */
async function pseudoCatalog(): Promise<Catalog> {
  const [{ pseudoMessages, pseudoTree }, english] = await Promise.all([import('./pseudo.ts'), loadCatalog('en')])
  return { locale: 'pseudo', messages: pseudoMessages(english.messages), polaris: pseudoTree(english.polaris) }
}
