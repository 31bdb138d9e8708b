import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FileBench } from './bench.ts'

const built = resolve(import.meta.dirname, '../dist/storefront')
const must = { first: 3.0 * 1024, all: 10_000, style: 6 * 1024 }
const aimFirst = 1.5 * 1024

type Manifest = Record<string, { file: string; imports?: string[]; isEntry?: boolean }>

export const p7: FileBench = {
  id: 'P7',
  title: 'bytes of the widgets after gzip: first script, all scripts, style (usual: 65 to 392 KB; best known: 2.1 to 4.8 KB)',
  must: '3.00',
  aim: '1.50',
  async onFiles({ say }) {
    const file = join(built, 'manifest.json')
    if (!existsSync(file)) throw new Error('The storefront is not built: npm start does it.')
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
    const demo = scriptsOf(manifest, 'client/demo/demo.ts')
    const all = Object.values(manifest).map((chunk) => chunk.file).filter((name) => name.endsWith('.js') && !demo.has(name))
    const first = weigh(scriptsOf(manifest, 'client/storefront/loader.ts'))
    const everything = weigh(new Set(all))
    const style = weigh(new Set([manifest['client/storefront/candor.css']?.file ?? '']))
    say(`first script ${first} B (must ${must.first}, aim ${Math.round(aimFirst)}), all scripts ${everything} B (must ${must.all}), style ${style} B (must ${must.style})`)
    return { figure: (first / 1024).toFixed(2), ok: first <= must.first && everything <= must.all && style <= must.style }
  },
}

/** A source's script with all that it imports at once; a dynamic import comes after the first interaction. */
function scriptsOf(manifest: Manifest, source: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[source]
  if (!chunk || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const next of chunk.imports ?? []) scriptsOf(manifest, next, found)
  return found
}

const weigh = (files: ReadonlySet<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(built, file)), { level: 9 }).length, 0)
