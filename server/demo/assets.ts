import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, resolve } from 'node:path'

export interface DemoAsset {
  type: string
  etag: string
  body: string
}

const root = resolve(import.meta.dirname, '../..')
const built = resolve(root, 'dist/storefront')
const script = 'text/javascript; charset=utf-8'
const style = 'text/css; charset=utf-8'

const demoStyles = (names: readonly string[]): string[] => names.map((name) => `client/demo/${name}.css`)

const sources = {
  'demo.css': {
    type: style,
    files: [
      'client/storefront/tokens.css',
      ...demoStyles(['demo', 'strip', 'strip-narrow', 'store', 'product-page', 'checkout', 'mailbox']),
    ],
  },
  'admin.css': { type: style, files: demoStyles(['admin', 'admin-over']) },
  'demo.js': { type: script, files: ['client/demo/demo.ts'] },
  'admin.js': { type: script, files: ['client/demo/admin.ts'] },
  'theme.css': { type: style, files: demoStyles(['theme', 'theme-page']) },
  'theme.js': { type: script, files: ['client/demo/theme.ts'] },
  'app-bridge.js': { type: script, files: ['client/demo/app-bridge.ts'] },
} as const

/** Assets of the theme app extension; in a real shop the platform serves them. */
const extension = 'extensions/candor-reviews/assets'
let listed: ReadonlySet<string> | undefined
const extensionAssets = (): ReadonlySet<string> => (listed ??= new Set(readdirSync(resolve(root, extension))))
type DemoAssetName = keyof typeof sources | `candor-${string}`

const loaded = new Map<DemoAssetName, DemoAsset>()

export const isDemoAsset = (name: string): name is DemoAssetName => name in sources || extensionAssets().has(name)

/** Reads an asset once per process: the built file, or its sources without a build. */
export function demoAsset(name: DemoAssetName): DemoAsset {
  const known = loaded.get(name)
  if (known) return known
  const { type, files } =
    name in sources
      ? sources[name as keyof typeof sources]
      : { type: name.endsWith('.js') ? script : style, files: [`${extension}/${name}`] }
  const body = files.map((file) => builtText(file) ?? sourceText(file)).join('\n')
  const asset = { type, body, etag: `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"` }
  loaded.set(name, asset)
  return asset
}

function builtText(file: string): string | null {
  const manifest = resolve(built, 'manifest.json')
  if (!file.endsWith('.ts') || !existsSync(manifest)) return null
  const entry = (JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, { file: string } | undefined>)[file]
  return entry ? readFileSync(resolve(built, basename(entry.file)), 'utf8') : null
}

function sourceText(file: string): string {
  const text = readFileSync(resolve(root, file), 'utf8')
  return file.endsWith('.ts') ? stripTypeScriptTypes(text) : text
}
