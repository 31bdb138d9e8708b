// prisma/migrations/checksums holds each migration's checksum, as sha256sum writes it. A database keeps the checksums
// of the migrations it ran; Candor refuses to start if they differ. prisma/migrations/amended lists former checksums
// that Candor still accepts. A committed migration may be corrected if its former version failed, and both versions
// leave the same database.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = 'prisma/migrations'
const list = `${folder}/checksums`
const amendedList = `${folder}/amended`

/** @returns a sentence for each migration that changed, is gone, or is not in the list */
export function migrationProblems(cwd) {
  const sealed = linesOf(readFileSync(join(cwd, list), 'utf8'))
  const present = computeChecksums(cwd)
  const gone = [...sealed.keys()]
    .filter((name) => !present.has(name))
    .map((name) => `${name} is gone, but databases may have run it. Restore it.`)
  const other = [...present].flatMap(([name, sum]) => {
    if (!sealed.has(name)) return [`${name} is not in ${list}. Run: npm run migration -- --seal`]
    return sealed.get(name) === sum
      ? []
      : [
          `${name} was changed. Databases that ran it would refuse to start. Restore it and add a new migration. If the migration is new, run: npm run migration -- --seal`,
        ]
  })
  return [...gone, ...other]
}

/**
 * Writes the checksums of all migrations. Committed checksums stay unless `amended` lists them.
 * @throws Error naming committed migrations that changed or are gone
 */
export function saveMigrationChecksums(cwd) {
  const present = computeChecksums(cwd)
  const amended = existsSync(join(cwd, amendedList)) ? readFileSync(join(cwd, amendedList), 'utf8').split('\n') : []
  const mayChange = (name, sum) => present.has(name) && amended.includes(`${sum}  ${name}/migration.sql`)
  const changed = [...readCommittedChecksums(cwd)]
    .filter(([name, sum]) => present.get(name) !== sum && !mayChange(name, sum))
    .map(([name]) => name)
  if (changed.length > 0)
    throw new Error(
      `Committed migrations must not change: ${changed.join(', ')}. Restore them and add a new migration.`,
    )
  writeFileSync(join(cwd, list), [...present].map(([name, sum]) => `${sum}  ${name}/migration.sql\n`).join(''))
}

function readCommittedChecksums(cwd) {
  const { status, stdout } = spawnSync('git', ['show', `HEAD:${list}`], { cwd, encoding: 'utf8' })
  return linesOf(status === 0 ? stdout : '')
}

const linesOf = (text) =>
  new Map([...text.matchAll(/^([0-9a-f]{64}) {2}(\S+)\/migration\.sql$/gm)].map(([, sum, name]) => [name, sum]))

function computeChecksums(cwd) {
  const names = readdirSync(join(cwd, folder))
    .sort()
    .filter((name) => existsSync(join(cwd, folder, name, 'migration.sql')))
  return new Map(
    names.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(cwd, folder, name, 'migration.sql')))
        .digest('hex'),
    ]),
  )
}
