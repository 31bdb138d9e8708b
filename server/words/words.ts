import { readFileSync } from 'node:fs'
import { setupI18n } from '@lingui/core'
import type { I18n, Messages } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { mailWords } from './mail.words.ts'
import { reviewFormWords } from './review-form.words.ts'

/** Every word the server shows to people; a module with words of its own adds its table here. */
const tables = [...mailWords, ...reviewFormWords] as const

export type WordId = (typeof tables)[number]['id']
export type WordParams = Record<string, string | number>

const catalogLocales = ['en', 'zh', 'nl', 'fr', 'de', 'ko', 'it', 'ja', 'pt', 'es', 'pt-PT', 'zh-CN'] as const
export type WordLocale = (typeof catalogLocales)[number]

const rightToLeft = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** The catalog that serves a locale as browsers and platforms write it: `de-AT` reads German, an unknown one English. */
export function wordLocale(locale: string | null | undefined): WordLocale {
  const wanted = (locale ?? '').replace('_', '-').toLowerCase()
  const exact = catalogLocales.find((known) => known.toLowerCase() === wanted)
  if (exact) return exact
  const language = wanted.split('-')[0]
  return catalogLocales.find((known) => known === language) ?? 'en'
}

/** Reading direction of a locale, for `dir` attributes. */
export function textDirection(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(locale.split('-')[0] ?? '') ? 'rtl' : 'ltr'
}

const catalogs = new Map<WordLocale, I18n>()

/**
 * One server-side word in the language of `locale`, with ICU parameters filled in. Values are inserted as they are: who
 * writes HTML escapes the result. A word that its catalog lacks is said in English.
 */
export function word(locale: string | null | undefined, id: WordId, params: WordParams = {}): string {
  const known = wordLocale(locale)
  let catalog = catalogs.get(known)
  if (!catalog) {
    catalog = setupI18n({ locale: known, messages: { [known]: readCatalog(known) } })
    catalogs.set(known, catalog)
  }
  return catalog._(id, params)
}

/** Compiles the server's words of one catalog; the admin's thousands of other entries are left alone. */
function readCatalog(locale: WordLocale): Messages {
  const translations = new Map(Object.entries(readPo(locale)))
  return Object.fromEntries(tables.map(({ id, message }) => [id, compileMessage(translations.get(id) || message)]))
}

function readPo(locale: WordLocale): Record<string, string> {
  const url = new URL(`../../locales/${locale}/messages.po`, import.meta.url)
  let text: string
  try {
    text = readFileSync(url, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
  const entries = formatter().parse(text, { locale, sourceLocale: 'en', filename: url.pathname })
  if (entries instanceof Promise) throw new Error('The catalog format must be read synchronously')
  return Object.fromEntries(Object.entries(entries).map(([id, entry]) => [id, entry.translation ?? '']))
}
