import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'

/** A script or style of the widgets, ready to be sent. */
export interface Asset {
  /** Changes with the content: may be kept for ever. */
  name: string
  type: string
  etag: string
  body: Buffer
  gzip: Buffer
}

const root = resolve(import.meta.dirname, '../..')
const built = resolve(root, 'dist/storefront')
const sources = {
  'candor.js': { file: 'client/storefront/loader.ts', type: 'text/javascript; charset=utf-8' },
  'candor-photos.js': { file: 'client/storefront/photos.ts', type: 'text/javascript; charset=utf-8' },
  'candor-poster.js': { file: 'client/storefront/poster.ts', type: 'text/javascript; charset=utf-8' },
  'candor-send-once.js': { file: 'client/storefront/send-once.ts', type: 'text/javascript; charset=utf-8' },
  'candor.css': { file: 'client/storefront/candor.css', type: 'text/css; charset=utf-8' },
} as const
export type AssetName = keyof typeof sources

let loaded: Record<AssetName, Asset> | undefined

/** Returns the scripts and the style, read once a process: the built files, or their sources where nothing is built. */
export function assets(): Record<AssetName, Asset> {
  return (loaded ??= Object.fromEntries(Object.keys(sources).map((name) => [name, load(name as AssetName)])) as Record<AssetName, Asset>)
}

/** Returns the path of an asset on our own server. */
export const assetPath = (name: AssetName): string => `/storefront/assets/${assets()[name].name}`

function load(name: AssetName): Asset {
  const { file, type } = sources[name]
  const body = Buffer.from(builtText(file) ?? sourceText(file))
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12)
  return { name: name.replace('.', `-${hash}.`), type, etag: `"${hash}"`, body, gzip: gzipSync(body, { level: 9 }) }
}

function builtText(file: string): string | null {
  const manifest = resolve(built, 'manifest.json')
  if (!existsSync(manifest)) return null
  const entry = (JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, { file: string } | undefined>)[file]
  return entry ? readFileSync(resolve(built, basename(entry.file)), 'utf8') : null
}

function sourceText(file: string): string {
  const text = readFileSync(resolve(root, file), 'utf8')
  return file.endsWith('.ts') ? stripTypeScriptTypes(text) : text
}
