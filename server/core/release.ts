import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Reads which release this is. The commit is null outside of a clone, unless CANDOR_COMMIT names it. */
export function readRelease(): { version: string; commit: string | null } {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return { version, commit: process.env.CANDOR_COMMIT || readCommit() }
}

/** Reads the commit of a clone from its files, as a machine that runs Candor may have no git. */
function readCommit(): string | null {
  try {
    const entry = join(root, '.git')
    const git = statSync(entry).isDirectory()
      ? entry
      : resolve(root, readFileSync(entry, 'utf8').replace('gitdir: ', '').trim())
    const head = readFileSync(join(git, 'HEAD'), 'utf8').trim()
    if (!head.startsWith('ref: ')) return head
    const name = head.slice('ref: '.length)
    const common = existsSync(join(git, 'commondir'))
      ? resolve(git, readFileSync(join(git, 'commondir'), 'utf8').trim())
      : git
    if (existsSync(join(common, name))) return readFileSync(join(common, name), 'utf8').trim()
    return (
      new RegExp(`^([0-9a-f]{40}) ${name}$`, 'm').exec(readFileSync(join(common, 'packed-refs'), 'utf8'))?.[1] ?? null
    )
  } catch {
    return null
  }
}
