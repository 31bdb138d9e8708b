// Checks the theme app extension by the platform's rules and the package's bundled documentation. Fetches nothing.
import { createRequire } from 'node:module'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const { themeCheckRun } = require('@shopify/theme-check-node')
const { ThemeLiquidDocsManager } = require('@shopify/theme-check-docs-updater')

/** Ignores the copy in the home directory, so that every machine checks against the same rules. */
const onlyBundled = () => Promise.reject(new Error('The bundled documentation is used.'))
Object.assign(ThemeLiquidDocsManager.prototype, { loadResource: onlyBundled, loadSchema: onlyBundled })

const root = resolve('extensions/candor-reviews')
const { offenses, theme } = await themeCheckRun(root, resolve(root, '.theme-check.yml'))
for (const { uri, start, check, message } of offenses)
  console.error(`${relative(root, fileURLToPath(uri))}:${start.line + 1} ${check}: ${message}`)
if (theme.length === 0) console.error('The extension has no files.')
process.exitCode = offenses.length > 0 || theme.length === 0 ? 1 : 0
