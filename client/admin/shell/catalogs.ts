import type { Messages } from '@lingui/core'
import { fullTag, type CatalogName } from './locales.ts'
import type { Catalog } from './i18n.tsx'

// One chunk a language; only the chosen one is loaded. Kept apart from i18n.tsx: import.meta.glob exists under Vite alone.
const catalogs = import.meta.glob<{ messages: Messages }>('../../../locales/*/messages.po')
const polarisStrings = import.meta.glob<Catalog['polaris']>('../../../node_modules/@shopify/polaris/locales/{de,en,es,fr,it,ja,ko,nl,pt-BR,pt-PT,zh-CN}.json', { import: 'default' })

/** Loads a language: our strings and Polaris' own. @throws when a file does not arrive */
export async function loadCatalog(locale: CatalogName): Promise<Catalog> {
  if (locale === 'pseudo') return pseudoCatalog()
  const ours = catalogs[`../../../locales/${locale}/messages.po`]
  const theirs = polarisStrings[`../../../node_modules/@shopify/polaris/locales/${fullTag(locale)}.json`]
  if (!ours || !theirs) throw new Error(`no catalog for ${locale}`)
  const [{ messages }, polaris] = await Promise.all([ours(), theirs()])
  return { locale, messages, polaris }
}

/** Made from English when a browser test asks for it; it is no file. */
async function pseudoCatalog(): Promise<Catalog> {
  const [{ pseudoMessages, pseudoTree }, english] = await Promise.all([import('./pseudo.ts'), loadCatalog('en')])
  return { locale: 'pseudo', messages: pseudoMessages(english.messages), polaris: pseudoTree(english.polaris) }
}
