// Names what the catalogs of locales/ lack of the sources' strings, and what they hold that no source says any more: by name,
// where `lingui check sync` says only that they differ.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { formatter } from '@lingui/format-po'
import config from '../lingui.config.ts'
import { run } from './children.mjs'
import { root } from './node.mjs'
import { lingui } from './tools.mjs'

/** More would be a new language. */
const most = 200

const folder = mkdtempSync(join(tmpdir(), 'candor-catalogs-'))
try {
  const said = await stringsOfSources()
  const catalogs = new Map(config.locales.map((locale) => [locale, readCatalog(`locales/${locale}/messages.po`)]))
  const lacking = Object.entries(said).flatMap(([id, { message, origin }]) => {
    const locales = config.locales.filter((locale) => !catalogs.get(locale)[id])
    return locales.length > 0 ? [`not in ${locales.length === config.locales.length ? 'any catalog' : locales.join(', ')}: ${nameOf(id, message)}${origin?.[0] ? ` (${origin[0][0]})` : ''}`] : []
  })
  const left = [...new Set([...catalogs.values()].flatMap((catalog) => Object.entries(catalog)).flatMap(([id, { message }]) => (said[id] ? [] : [`said nowhere: ${nameOf(id, message)}`])))]
  const lines = [...lacking, ...left]
  console.log([...lines.slice(0, most), ...(lines.length > most ? [`and ${lines.length - most} more`] : []), 'Run: npm run codegen'].join('\n'))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** As `lingui extract` finds them, written beside the project. */
async function stringsOfSources() {
  const path = JSON.stringify(`${folder}/{locale}`)
  const ours = JSON.stringify(pathToFileURL(join(root, 'lingui.config.ts')).href)
  writeFileSync(join(folder, 'lingui.config.mjs'), `import config from ${ours}
export default { ...config, rootDir: ${JSON.stringify(root)}, locales: ['en'], catalogs: [{ ...config.catalogs[0], path: ${path} }] }\n`)
  await run(lingui('extract', '--clean', '--config', join(folder, 'lingui.config.mjs')))
  return readCatalog(join(folder, 'en.po'))
}

function readCatalog(file) {
  return existsSync(file) ? formatter().parse(readFileSync(file, 'utf8'), { locale: 'en', sourceLocale: 'en', filename: file }) : {}
}

/** Ids that a macro made say nothing to a reader. */
function nameOf(id, message) {
  return message && message !== id ? `${id.includes('.') ? `${id} ` : ''}“${message}”` : id
}
