import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, extname, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { OPTIONAL_STYLES } from '../../../client/storefront/widgets/box/box-style.ts'
import { liveModule, stylesOf, WIDGET_KEYS } from '../../../client/storefront/widgets/widgets.ts'

export interface Asset {
  /** Changes with the content, so it may be cached for good. */
  name: string
  type: string
  etag: string
  body: Buffer
  gzip: Buffer
}

export type AssetSource =
  | 'photos.ts'
  | 'poster.ts'
  | 'push.ts'
  | 'push-worker.ts'
  | 'send-once.ts'
  | `live/${string}.ts`
  | `styles/${string}.css`

const root = resolve(import.meta.dirname, '../../..')
const built = resolve(root, 'dist/storefront')
const folder = 'client/storefront/'
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
}
const styleSource = (name: string) => `styles/${name}.css` as const
const liveSource = (name: string) => `live/${name}.ts` as const

let loaded: ReadonlyMap<string, Asset> | undefined

/**
 * Returns the scripts and styles by source: built files with shared chunks, or unbuilt sources. Unbuilt scripts can be
 * sent, but their imports fail.
 */
function assets(): ReadonlyMap<string, Asset> {
  return (loaded ??= new Map(existsSync(resolve(built, 'manifest.json')) ? builtAssets() : sourceAssets()))
}

function builtAssets(): [string, Asset][] {
  const manifest = JSON.parse(readFileSync(resolve(built, 'manifest.json'), 'utf8')) as Record<string, { file: string }>
  return Object.entries(manifest)
    .filter(([source]) => !source.startsWith('client/demo/'))
    .map(([source, { file }]) => [
      source.replace(folder, ''),
      buildAsset(basename(file), readFileSync(resolve(built, file))),
    ])
}

function sourceAssets(): [string, Asset][] {
  const sources: AssetSource[] = [
    'photos.ts',
    'poster.ts',
    'push.ts',
    'push-worker.ts',
    'send-once.ts',
    styleSource('push'),
    styleSource('light'),
    styleSource('product-card'),
    ...new Set([...stylesOf(WIDGET_KEYS), ...OPTIONAL_STYLES].map(styleSource)),
    liveSource(liveModule),
  ]
  return sources.map((source) => {
    const text = readFileSync(resolve(root, folder, source), 'utf8')
    const body = Buffer.from(source.endsWith('.ts') ? stripTypeScriptTypes(text) : text)
    return [
      source,
      buildAsset(
        `${source.replace(/\.\w+$/, '').replaceAll('/', '-')}-${hashOf(body)}${source.endsWith('.ts') ? '.js' : '.css'}`,
        body,
      ),
    ]
  })
}

const hashOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex').slice(0, 12)

export function buildAsset(name: string, body: Buffer): Asset {
  return {
    name,
    type: types[extname(name)] ?? 'application/octet-stream',
    etag: `"${hashOf(body)}"`,
    body,
    gzip: gzipSync(body, { level: 9 }),
  }
}

function find(source: AssetSource): Asset {
  const asset = assets().get(source)
  if (!asset) throw new Error(`The storefront was built without ${source}.`)
  return asset
}

export const assetsByName = (): ReadonlyMap<string, Asset> =>
  new Map([...assets().values()].map((asset) => [asset.name, asset]))

export const findAsset = (source: AssetSource): Asset => find(source)

export const assetPath = (source: AssetSource): string => `/storefront/assets/${find(source).name}`

export const liveModulePath = (): string => assetPath(liveSource(liveModule))

export const styleText = (names: readonly string[]): string =>
  names.map((name) => find(styleSource(name)).body.toString()).join('')
