import type { BrandFont } from '../../../rules/settings/branding.ts'

/** The fonts that Candor serves, with their weights. The files come from the packages of @fontsource. */
const weights: Readonly<Record<Exclude<BrandFont, 'inherit'>, readonly string[]>> = {
  'Inter': ['100 900'], 'Noto Sans': ['100 900'], 'Open Sans': ['300 800'], 'Montserrat': ['100 900'], 'Roboto': ['100 900'],
  'Playfair Display': ['400 900'], 'Raleway': ['100 900'], 'Lora': ['400 700'], 'Dosis': ['200 800'], 'Lato': ['400', '700'],
}

/** Letters of the subsets, as the packages cut them. */
const ranges = {
  'latin-ext': 'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  'latin': 'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
} as const

/** A font's file: its name under /storefront/fonts, and its path in the packages. */
export interface FontFile {
  name: string
  source: string
}

const slugOf = (font: string): string => font.toLowerCase().replaceAll(' ', '-')
const subsets = Object.keys(ranges) as (keyof typeof ranges)[]

function fileOf(font: string, subset: string, weight: string): FontFile {
  const slug = slugOf(font)
  return font === 'Lato'
    ? { name: `${slug}-${subset}-${weight}.woff2`, source: `@fontsource/${slug}/files/${slug}-${subset}-${weight}-normal.woff2` }
    : { name: `${slug}-${subset}.woff2`, source: `@fontsource-variable/${slug}/files/${slug}-${subset}-wght-normal.woff2` }
}

/** Every file that Candor serves. */
export const fontFiles = (): FontFile[] => Object.entries(weights).flatMap(([font, each]) => each.flatMap((weight) => subsets.map((subset) => fileOf(font, subset, weight))))

/** Returns the rules that load a font from an origin; empty for the theme's font. A browser fetches the files that the page's letters need. */
export function fontRules(font: BrandFont, origin: string): string {
  if (font === 'inherit') return ''
  return weights[font].flatMap((weight) => subsets.map((subset) =>
    `@font-face{font-family:${font};font-weight:${weight};font-display:swap;src:url(${origin}/storefront/fonts/${fileOf(font, subset, weight).name}) format("woff2");unicode-range:${ranges[subset]}}`)).join('')
}
