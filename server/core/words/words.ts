import { readFileSync } from 'node:fs'
import { formatter } from '@lingui/format-po'
import { fallbackLocale, isRtl, matchLocale } from '../../../rules/locales.ts'
import type { Locale } from '../../../rules/locales.ts'
import { archiveWords } from './archives.words.ts'
import { discountWords } from './discounts.words.ts'
import { editRequestWords } from './edit-requests.words.ts'
import { emailWords } from './emails.words.ts'
import { installWords } from './install.words.ts'
import { notificationWords } from './notifications.words.ts'
import { demoWords } from './demo.words.ts'
import { partnerWords } from './partners.words.ts'
import { privacyWords } from './privacy.words.ts'
import { pushWords } from './push.words.ts'
import { replyMailWords } from './reply-mail.words.ts'
import { qrCodeWords } from './qr-codes.words.ts'
import { accountWords } from './account.words.ts'
import { senderWords } from './sender.words.ts'
import { storefrontWords } from './storefront.words.ts'
import { policyWords } from './policy.words.ts'
import { statementWords } from './statements.words.ts'
import { mailWords } from './mail.words.ts'
import { compileWord, type Message, type WordParams } from './message.ts'
import { reviewFormWords } from './review-form.words.ts'

/** All words that the server shows; a module with words adds its table here. */
const tables = [
  ...archiveWords,
  ...mailWords,
  ...replyMailWords,
  ...editRequestWords,
  ...statementWords,
  ...policyWords,
  ...discountWords,
  ...notificationWords,
  ...accountWords,
  ...senderWords,
  ...reviewFormWords,
  ...storefrontWords,
  ...privacyWords,
  ...pushWords,
  ...demoWords,
  ...qrCodeWords,
  ...emailWords,
  ...installWords,
  ...partnerWords,
] as const

export type WordId = (typeof tables)[number]['id']
export type { WordParams } from './message.ts'

/** Returns the catalog for a locale of browsers and platforms: `de-AT` uses German, an unknown one English. */
export function wordLocale(locale: string | null | undefined): Locale {
  return matchLocale(locale) ?? fallbackLocale
}

export function textDirection(locale: string): 'ltr' | 'rtl' {
  return isRtl(locale) ? 'rtl' : 'ltr'
}

type Catalog = Readonly<Record<WordId, { source: string; say: Message }>>
const catalogs = new Map<Locale, Catalog>()

/**
 * Returns a word of the server in the language of `locale`, with its ICU parameters filled in. Inserts values
 * unchanged: callers that write HTML escape the result. A word missing from its catalog is English.
 */
export function word(locale: string | null | undefined, id: WordId, params: WordParams = {}): string {
  return catalogOf(locale)[id].say(params)
}

/** Returns a word's ICU message from the catalog, for `compileWord`. */
export function wordSource(locale: string | null | undefined, id: WordId): string {
  return catalogOf(locale)[id].source
}

function catalogOf(locale: string | null | undefined): Catalog {
  const known = wordLocale(locale)
  let catalog = catalogs.get(known)
  if (!catalog) {
    catalog = readCatalog(known)
    catalogs.set(known, catalog)
  }
  return catalog
}

/** Compiles the server's words of one catalog and skips the admin's thousands of entries. */
function readCatalog(locale: Locale): Catalog {
  const translations = new Map(Object.entries(readPo(locale)))
  const entryOf = (source: string) => ({ source, say: compileWord(source, locale) })
  return Object.fromEntries(tables.map(({ id, message }) => [id, entryOf(translations.get(id) || message)])) as Catalog
}

function readPo(locale: Locale): Record<string, string> {
  const url = new URL(`../../../locales/${locale}/messages.po`, import.meta.url)
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
