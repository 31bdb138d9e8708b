// Checks that every catalog translates every text of the server. A missing text would appear in English, unnoticed, as
// `lingui` only sees marked texts.
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { formatter } from '@lingui/format-po'
import { LOCALE_IDS } from '../rules/locales.ts'

interface Word {
  id: string
  message: string
}

const tables: unknown[] = []
for (const file of globSync('server/**/*.words.ts'))
  tables.push(...Object.values((await import(pathToFileURL(resolve(file)).href)) as Record<string, unknown>))
const words = tables.flatMap((table): readonly Word[] => (Array.isArray(table) ? (table as Word[]) : []))

const catalogs = new Map<string, Awaited<ReturnType<typeof readCatalog>>>()
for (const locale of LOCALE_IDS) catalogs.set(locale, await readCatalog(locale))

const problems = words.flatMap(({ id, message }) => {
  const absent = LOCALE_IDS.filter((locale) => !catalogs.get(locale)?.[id])
  const untranslated = LOCALE_IDS.filter((locale) => catalogs.get(locale)?.[id]?.translation === '')
  if (absent.length === LOCALE_IDS.length)
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
if (words.length === 0) problems.push('No server texts found.')
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}

async function readCatalog(locale: string) {
  const filename = `locales/${locale}/messages.po`
  return formatter().parse(readFileSync(filename, 'utf8'), { locale, sourceLocale: 'en', filename })
}
