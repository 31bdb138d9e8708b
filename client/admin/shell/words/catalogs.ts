import type { Messages } from '@lingui/core'
import { fullTag, type CatalogName } from './locales.ts'
import type { Catalog } from './i18n.tsx'

// Two chunks a language (vite.config.ts tells which words are in which), loaded when a page needs them. Kept apart from
// i18n.tsx: import.meta.glob exists under Vite alone.
const firstWords = import.meta.glob<{ messages: Messages }>('../../../../locales/*/messages.po')
const laterWords = import.meta.glob<{ messages: Messages }>('../../../../locales/*/messages.po', { query: '?lingui' })
const polarisStrings = import.meta.glob<Catalog['polaris']>(
  '../../../../node_modules/@shopify/polaris/locales/{de,en,es,fr,it,ja,ko,nl,pt-BR,pt-PT,zh-CN}.json',
  { import: 'default' },
)

/** A language as far as the first page needs it. */
export interface FirstCatalog {
  catalog: Catalog
  /** Loads the words of further pages into the same `messages`, once. @throws when their file does not arrive; the next call tries again */
  complete(): Promise<void>
}

/** Loads what a first page says: our strings and Polaris' own. @throws when a file does not arrive */
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

/** Loads a language whole: for a change, when any page may be open. @throws when a file does not arrive */
export async function loadCatalog(locale: CatalogName): Promise<Catalog> {
  const { catalog, complete } = await beginCatalog(locale)
  await complete()
  return catalog
}

/** Made from English when a browser test asks for it; it is no file. */
async function pseudoCatalog(): Promise<Catalog> {
  const [{ pseudoMessages, pseudoTree }, english] = await Promise.all([import('./pseudo.ts'), loadCatalog('en')])
  return { locale: 'pseudo', messages: pseudoMessages(english.messages), polaris: pseudoTree(english.polaris) }
}
