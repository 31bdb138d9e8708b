// `npm run migration -- --name add-pins`: writes the migration that brings prisma/migrations to prisma/schema.prisma,
// without a database. Add partitions, policies and data by hand, then run `npm run migration -- --seal` to record
// checksums. From the next commit on, the migration must not change.
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { run } from './children.mjs'
import { root, stop } from './node.mjs'
import { prepare } from './prepare.mjs'
import { saveMigrationChecksums } from './migration-checksums.mjs'
import { isEmptyMigration, migrationDiff } from './tools.mjs'

const { values } = parseArgs({ options: { name: { type: 'string' }, seal: { type: 'boolean' } } })
if (values.seal) {
  saveChecksums()
  process.exit()
}
if (!values.name || !/^[a-z0-9_-]+$/.test(values.name))
  stop('Name the migration with a-z, 0-9, - and _. Example: npm run migration -- --name add-pins')
await prepare([])

const sql = await run(migrationDiff()).catch((error) => stop(error.message))
if (isEmptyMigration(sql)) stop('The migrations already match prisma/schema.prisma.')
if (!sql.trim()) stop('Prisma printed nothing. Run: npx prisma validate')
const timestamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
const folder = `prisma/migrations/${timestamp}_${values.name.replaceAll('-', '_')}`
mkdirSync(folder)
writeFileSync(`${folder}/migration.sql`, sql)
saveChecksums()
console.log(`Wrote ${folder}/migration.sql:\n\n${sql}\nIf you change it, run: npm run migration -- --seal`)

function saveChecksums() {
  try {
    saveMigrationChecksums(root)
  } catch (error) {
    stop(error.message)
  }
}
