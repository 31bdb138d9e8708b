import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './children.mjs'
import { migrationProblems } from './sealed-migrations.mjs'
import { measureSizes } from './size-budget.mjs'
import { dependencyCruiser, eslint, isEmptyMigration, lingui, migrationDiff, relay, script, tsc } from './tools.mjs'

/** Our own code, as dependency-cruiser is asked about it. */
const parts = ['rules', 'server', 'client', 'e2e', 'bench', 'scripts']

/**
 * What `npm run check` asks, longest first as two run at a time. `check(cwd)` answers what to say beside "ok" and throws what
 * is wrong; `cwd` is the folder to look at, which check-selftest.mjs sets to a copy with a planted fault.
 */
export const gates = [
  { name: 'lint', check: (cwd, files = ['.']) => quietly(eslint('--max-warnings', '0', ...files), cwd) },
  { name: 'types', check: (cwd) => quietly(tsc('--noEmit', '-p', '.'), cwd) },
  { name: 'migrations say what schema.prisma says', check: migrationsAreComplete },
  { name: 'migrations are what they were', check: migrationsAreUnchanged },
  { name: 'schema.graphql is what the server has', check: schemaIsPrinted },
  { name: 'who may know whom', check: (cwd) => quietly(dependencyCruiser('--config', '.dependency-cruiser.cjs', ...parts), cwd) },
  { name: 'catalogs hold every string', check: catalogsHoldAll },
  { name: 'catalogs are translated', check: (cwd) => quietly(lingui('check', 'missing', '--mode', 'catalog', '--verbose'), cwd) },
  { name: 'catalogs hold the server\'s words', check: (cwd) => quietly(script('server-words.ts'), cwd) },
  { name: 'GraphQL documents and their artifacts', check: (cwd) => quietly(relay('--validate'), cwd) },
  { name: 'sizes', check: async (cwd) => measureSizes(join(cwd, 'dist')) },
]

async function quietly(command, cwd) {
  await run(command, { cwd })
}

/** Lingui tells only that catalogs differ: what they lack is named. */
async function catalogsHoldAll(cwd) {
  try {
    await quietly(lingui('check', 'sync', '--clean'), cwd)
  } catch (error) {
    throw new Error(`${error.message}\n${await run(script('catalog-gaps.mjs'), { cwd })}`, { cause: error })
  }
}

async function migrationsAreComplete(cwd) {
  const sql = await run(migrationDiff(), { cwd })
  if (!isEmptyMigration(sql)) throw new Error(`schema.prisma says more than the migrations do; run: npm run migration -- --name <what>\n${sql || 'Prisma answered nothing.'}`)
}

async function migrationsAreUnchanged(cwd) {
  const problems = migrationProblems(cwd)
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

async function schemaIsPrinted(cwd) {
  const printed = await run(script('print-schema.ts'), { cwd })
  if (printed !== readFileSync(join(cwd, 'schema.graphql'), 'utf8')) throw new Error('The server\'s schema has changed; run: npm run codegen')
}
