import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './children.mjs'
import { migrationProblems } from './migration-checksums.mjs'
import { checkRatchet } from './ratchet.mjs'
import { measureSizes } from './size-budget.mjs'
import {
  dependencyCruiser,
  isEmptyMigration,
  lingui,
  oxlint,
  migrationDiff,
  prettier,
  relay,
  script,
  tsc,
} from './tools.mjs'

/** A comment for Oxlint. */
const silencer = /\/[/*]\s*oxlint-(?:disable|enable)/

const parts = ['rules', 'server', 'client', 'e2e', 'bench', 'scripts']

/**
 * The checks of `npm run check`, longest first because two run at a time. `check(cwd)` returns a note to print after "ok" and throws
 * when it finds a problem. `cwd` is the folder to check; check-selftest.mjs passes a copy with a planted fault.
 */
export const gates = [
  { name: 'lint', check: lint },
  {
    name: 'format',
    check: (cwd, files = ['.']) =>
      quietly(
        prettier(
          '--check',
          '--log-level',
          'warn',
          '--cache',
          '--cache-location',
          'node_modules/.candor/prettier',
          ...files,
        ),
        cwd,
      ),
  },
  { name: 'types', check: (cwd) => quietly(tsc('--noEmit', '-p', '.'), cwd) },
  { name: 'migrations match schema.prisma', check: migrationsAreComplete },
  { name: 'migrations are unchanged', check: migrationsAreUnchanged },
  { name: 'schema.graphql is up to date', check: (cwd) => isPrinted(cwd, 'print-schema.ts', 'schema.graphql') },
  { name: 'every part of the schema is described', check: (cwd) => quietly(script('undescribed.ts'), cwd) },
  { name: 'sizes and sentences', check: async (cwd) => checkRatchet(cwd) },
  {
    name: 'module boundaries',
    check: (cwd) => quietly(dependencyCruiser('--config', '.dependency-cruiser.cjs', ...parts), cwd),
  },
  { name: 'catalogs contain every string', check: catalogsHoldAll },
  {
    name: 'catalogs are translated',
    check: (cwd) => quietly(lingui('check', 'missing', '--mode', 'catalog', '--verbose'), cwd),
  },
  { name: "catalogs contain the server's texts", check: (cwd) => quietly(script('server-words.ts'), cwd) },
  { name: 'GraphQL documents and their artifacts', check: (cwd) => quietly(relay('--validate'), cwd) },
  {
    name: 'docs/api/settings.md is up to date',
    check: (cwd) => isPrinted(cwd, 'print-settings.ts', 'docs/api/settings.md'),
  },
  { name: 'theme app extension', check: (cwd) => quietly(script('theme-check.mjs'), cwd) },
  {
    name: "the extension's styles are up to date",
    check: hasExtensionStyles,
  },
  { name: 'bundle sizes', check: async (cwd) => measureSizes(join(cwd, 'dist')) },
]

/** Lints the files. Comments that turn a rule off are refused, as Oxlint can't ignore its own. */
async function lint(cwd, files = ['.']) {
  const sources = [...parts, 'extensions'].flatMap((part) =>
    readdirSync(join(cwd, part), { recursive: true })
      .filter((name) => /\.(ts|tsx|js|jsx|mjs)$/.test(name) && !name.includes('node_modules'))
      .map((name) => join(part, name)),
  )
  const silenced = sources.filter((file) => silencer.test(readFileSync(join(cwd, file), 'utf8')))
  const problems = silenced.map((file) => `Comments turn rules off in ${file}`)
  await quietly(oxlint('--format', 'unix', ...files), cwd).catch((error) => problems.push(error.message))
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

async function quietly(command, cwd) {
  await run(command, { cwd })
}

/** Lists missing strings; Lingui only reports that catalogs differ. */
async function catalogsHoldAll(cwd) {
  try {
    await quietly(lingui('check', 'sync', '--clean'), cwd)
  } catch (error) {
    throw new Error(`${error.message}\n${await run(script('catalog-gaps.mjs'), { cwd })}`, { cause: error })
  }
}

async function migrationsAreComplete(cwd) {
  const sql = await run(migrationDiff(), { cwd })
  if (!isEmptyMigration(sql))
    throw new Error(
      `The migrations don't match prisma/schema.prisma. Run: npm run migration -- --name <what>\n${sql || 'Prisma printed nothing.'}`,
    )
}

async function migrationsAreUnchanged(cwd) {
  const problems = migrationProblems(cwd)
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

/** Compares the extension's stylesheets with those of the build. */
async function hasExtensionStyles(cwd) {
  const sheets = JSON.parse(await run(script('extension-styles.ts'), { cwd }))
  for (const [file, text] of Object.entries(sheets))
    if (readFileSync(join(cwd, 'extensions/candor-reviews/assets', file), 'utf8') !== text)
      throw new Error(`${file} is out of date. Run: npm run extension-styles`)
}

async function isPrinted(cwd, printer, file) {
  const printed = await run(script(printer), { cwd })
  if (printed !== readFileSync(join(cwd, file), 'utf8')) throw new Error(`${file} is out of date. Run: npm run codegen`)
}
