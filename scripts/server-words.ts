// Checks that every catalog translates every text of the server. A missing text would appear in English, unnoticed, as
// `lingui` only sees marked texts and the admin's languages.
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { formatter } from '@lingui/format-po'
import { ADMIN_LOCALE_IDS, LOCALE_IDS, SHOPPER_ONLY_LOCALES } from '../rules/locales.ts'

interface Word {
  id: string
  message: string
}

/** Tables of merchants' mails and of the demo store: only the admin's languages have them. */
const merchantTables = [
  'accountWords',
  'archiveWords',
  'demoWords',
  'installWords',
  'notificationWords',
  'partnerWords',
  'privacyWords',
  'senderWords',
]

const words: Word[] = []
const shopperIds = new Set<string>()
for (const file of globSync('server/**/*.words.ts')) {
  const tables = (await import(pathToFileURL(resolve(file)).href)) as Record<string, readonly Word[]>
  for (const [name, table] of Object.entries(tables)) {
    words.push(...table)
    if (!merchantTables.includes(name)) for (const { id } of table) shopperIds.add(id)
  }
}

const catalogs = new Map<string, Awaited<ReturnType<typeof readCatalog>>>()
for (const locale of LOCALE_IDS) catalogs.set(locale, await readCatalog(locale))

const problems = words.flatMap(({ id, message }) => {
  const locales = shopperIds.has(id) ? LOCALE_IDS : ADMIN_LOCALE_IDS
  const absent = locales.filter((locale) => !catalogs.get(locale)?.[id])
  const untranslated = locales.filter((locale) => catalogs.get(locale)?.[id]?.translation === '')
  if (absent.length === locales.length)
    return [`${id} “${message}” is in no catalog. Mark it with /*i18n*/, run npm run codegen and translate it.`]
  // Old translations don't fit a changed text. The English catalog shows which text they belong to.
  const changed = !absent.includes('en') && catalogs.get('en')?.[id]?.translation !== message
  if (changed)
    return [
      `${id} has changed to “${message}”. Empty its translations, including the English one, and translate it again.`,
    ]
  return [
    ...absent.map((locale) => `${id} is missing from ${locale}`),
    ...untranslated.map((locale) => `${id} is not translated in ${locale}`),
  ]
})
for (const locale of SHOPPER_ONLY_LOCALES)
  for (const id of Object.keys(catalogs.get(locale) ?? {}))
    if (!shopperIds.has(id)) problems.push(`${id} in ${locale} is no text for shoppers`)
if (words.length === 0) problems.push('No server texts found.')
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}

async function readCatalog(locale: string) {
  const filename = `locales/${locale}/messages.po`
  return formatter().parse(readFileSync(filename, 'utf8'), { locale, sourceLocale: 'en', filename })
}
