import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/**
 * Installs a peer's packages from its lock file, unless installed.
 * @returns the path of its program for startChild()
 */
export async function startPeer(name: string, say: (line: string) => void): Promise<string> {
  const folder = fileURLToPath(new URL(`peers/${name}/`, import.meta.url))
  if (!existsSync(`${folder}node_modules`)) {
    say(`installing ${name} from its lock`)
    const npm = process.env.npm_execpath
    const [program, first] = npm ? [process.execPath, [npm]] : ['npm', []]
    await promisify(execFile)(
      program,
      [...first, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
      { cwd: folder },
    )
  }
  return `peers/${name}/server.mjs`
}
