// Skips a step while its inputs are unchanged and its outputs exist. Compares contents, because a clone or a checkout
// changes times. Stamps are in node_modules, so a fresh install starts from nothing.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = 'node_modules/.candor'
const made = /(^|\/)(__generated__|generated|node_modules)(\/|$)/

/** Hashes names and contents of files and folders. Absent ones count as empty; generated ones are skipped. */
export function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesIn)) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function filesIn(path) {
  if (made.test(path) || !existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`))
}

export function isFresh(name, mark, outputs) {
  const file = join(folder, name)
  return existsSync(file) && readFileSync(file, 'utf8') === mark && outputs.every((output) => existsSync(output))
}

export function saveFingerprint(name, mark) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), mark)
}
