import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { WIDGET_FONTS, type WidgetFont } from '../../../rules/settings/fonts.ts'
import { buildAsset, type Asset } from './assets.ts'

/** Our own face: Source Sans 3, a humanist sans, under our name. */
const ownFont = 'Sans'
type Shipped = Exclude<WidgetFont, 'inherit'> | typeof ownFont

interface FontPackage {
  name: string
  /** Style sheets: one for all weights, or one per weight. */
  sheets: readonly string[]
  fallback: 'sans-serif' | 'serif' | 'cursive'
}

const variable = (name: string, fallback: FontPackage['fallback'] = 'sans-serif'): FontPackage => ({
  name: `@fontsource-variable/${name}`,
  sheets: ['wght.css'],
  fallback,
})
const fixed = (
  name: string,
  weights: readonly number[],
  fallback: FontPackage['fallback'] = 'sans-serif',
): FontPackage => ({ name: `@fontsource/${name}`, sheets: weights.map((weight) => `${weight}.css`), fallback })

const packages: Readonly<Record<Shipped, FontPackage>> = {
  [ownFont]: variable('source-sans-3'),
  Inter: variable('inter'),
  'Noto Sans': variable('noto-sans'),
  'Open Sans': variable('open-sans'),
  Montserrat: variable('montserrat'),
  Roboto: variable('roboto'),
  'Playfair Display': variable('playfair-display', 'serif'),
  Raleway: variable('raleway'),
  Lora: variable('lora', 'serif'),
  Dosis: variable('dosis'),
  Lato: fixed('lato', [400, 700]),
  Poppins: fixed('poppins', [400, 600]),
  Lobster: fixed('lobster', [400], 'cursive'),
  Caveat: variable('caveat', 'cursive'),
}

interface Font {
  faces: string
  /** The Latin files, which nearly every page needs. */
  latin: readonly string[]
  files: ReadonlyMap<string, Asset>
}

/** Math and symbol subsets: reviews rarely use them, and their ranges add 2 KB to every page. */
const unneeded = /@font-face\s*\{[^}]*-(?:math|symbols)-[^}]*\}/g

const require = createRequire(import.meta.url)
const read = new Map<Shipped, Font>()

/**
 * Reads a font from its package, once per process. The sheets name a file per script (Latin, Greek, Cyrillic ...), and
 * browsers load only those a page needs. File names contain a content hash.
 */
function fontOf(font: Shipped): Font {
  const known = read.get(font)
  if (known) return known
  const { name, sheets } = packages[font]
  const folder = dirname(require.resolve(`${name}/package.json`))
  const files = new Map<string, Asset>()
  const faces = sheets
    .map((sheet) => readFileSync(join(folder, sheet), 'utf8'))
    .join('')
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(unneeded, '')
    .replace(/src:[^;]*?url\((\.\/files\/[^)]+\.woff2)\)[^;]*;/g, (_source, file: string) => {
      const path = join(folder, file)
      if (!existsSync(path)) return ''
      const body = readFileSync(path)
      const { etag } = buildAsset('', body)
      const asset = buildAsset(`${basename(file, '.woff2')}-${etag.replaceAll('"', '')}.woff2`, body)
      files.set(asset.name, asset)
      return `src:url(%origin%/storefront/fonts/${asset.name}) format('woff2');`
    })
    .replace(/font-family:[^;]*;/g, `font-family:'${familyOf(font)}';`)
    .replace(/font-display:[^;]*;/g, 'font-display:optional;')
    .split('\n')
    .map((line) => line.trim())
    .join('')
  const latin = [...files.keys()].filter((file) => /-latin-(?!ext)/.test(file))
  const made = { faces, latin, files }
  read.set(font, made)
  return made
}

/** Prefixed, because a theme may have its own font of that name. */
const familyOf = (font: Shipped): string => `Candor ${font}`

const rule = (font: Shipped): string =>
  `@layer candor-own,candor-first,candor;@layer candor{:is([data-candor-widget]:not(.candor-font-serif,.candor-font-sans),[data-candor-widget]:not(.candor-font-serif,.candor-font-sans) :not(.candor-flag)){font-family:'${familyOf(font)}',${packages[font].fallback}!important}}`

const tags = new Map<string, string>()

/**
 * Returns a page's tags for the shop's font; '' for the theme's font. Preloads the Latin files. With
 * `font-display:optional` a late font appears on the next page, and no text moves.
 */
export function fontTags(origin: string, font: WidgetFont): string {
  if (font === 'inherit') return ''
  const key = `${origin} ${font}`
  let text = tags.get(key)
  if (text === undefined) {
    const { faces, latin } = fontOf(font)
    tags.set(
      key,
      (text = `${preloadTags(origin, latin)}<style>${faces.replaceAll('%origin%', origin)}${rule(font)}</style>`),
    )
  }
  return text
}

/**
 * Returns the tags and the CSS family of a page of ours: the brand's font, or our own face. A font that is not there in
 * time appears on the next page. The fallback of our own has its metrics (tokens.css), so that no text moves.
 */
export function pageFont(origin: string, font: WidgetFont = 'inherit'): { tags: string; family: string } {
  const shown = font === 'inherit' ? ownFont : font
  const { faces, latin } = fontOf(shown)
  return {
    tags: `${preloadTags(origin, latin)}<style>${faces.replaceAll('%origin%', origin)}</style>`,
    family: shown === ownFont ? '' : `'${familyOf(shown)}',${packages[shown].fallback}`,
  }
}

const preloadTags = (origin: string, files: readonly string[]): string =>
  files
    .map(
      (file) =>
        `<link rel="preload" as="font" type="font/woff2" href="${origin}/storefront/fonts/${file}" crossorigin>`,
    )
    .join('')

const slugOf = (font: string): string => font.toLowerCase().replaceAll(' ', '-')
const shipped: readonly Shipped[] = [...WIDGET_FONTS.filter((font) => font !== 'inherit'), ownFont]

/** Returns a font's style sheet by slug (`open-sans`); null for another name. */
export function fontSheet(slug: string): Asset | null {
  const font = shipped.find((each) => slugOf(each) === slug)
  return font
    ? buildAsset(
        `${slug}.css`,
        Buffer.from(
          `${fontOf(font).faces.replaceAll('%origin%', '').replaceAll('font-display:optional;', 'font-display:swap;')}${rule(font)}`,
        ),
      )
    : null
}

/** Returns a font's file by name with hash; null for another name. */
export function fontFile(name: string): Asset | null {
  for (const font of shipped) {
    const begins = packages[font].name.split('/')[1] ?? ''
    const asset = name.startsWith(`${begins}-`) ? fontOf(font).files.get(name) : undefined
    if (asset) return asset
  }
  return null
}
