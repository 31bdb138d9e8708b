import { z } from 'zod'
import { BRAND_FONTS, type BrandCorners, type BrandFont, type BrandingSettings } from './settings/branding.ts'
import { parseJson } from './json.ts'

/** Brand settings of a theme; absent if the theme has none. */
export type ThemeBrand = Partial<
  Pick<BrandingSettings, 'primaryColor' | 'textColor' | 'backgroundColor' | 'font' | 'corners'>
>

const fields = z.record(z.string(), z.unknown())
const settingsData = z.object({
  current: z.union([fields, z.string()]),
  presets: z.record(z.string(), fields).optional(),
})

/**
 * Reads a theme's `config/settings_data.json`: main color scheme, body font and corners of buttons. Older themes have
 * single colors instead. Returns null for other text.
 */
export function readThemeBrand(text: string): ThemeBrand | null {
  const data = settingsData.safeParse(parseThemeJson(text))
  if (!data.success) return null
  const { current, presets = {} } = data.data
  const theme = typeof current === 'string' ? (presets[current] ?? {}) : current
  const scheme = firstScheme(theme['color_schemes'])
  const found = {
    primaryColor: colourOf([
      scheme['button'],
      theme['colors_accent_1'],
      theme['color_button'],
      theme['color_primary'],
      theme['colors_solid_button_background'],
    ]),
    textColor: colourOf([
      scheme['text'],
      scheme['foreground'],
      theme['colors_text'],
      theme['color_body_text'],
      theme['color_text'],
    ]),
    backgroundColor: colourOf([
      scheme['background'],
      theme['colors_background_1'],
      theme['color_body_bg'],
      theme['color_background'],
    ]),
    font: fontOf([theme['type_body_font'], theme['type_base_font'], theme['body_font']]),
    corners: cornersOf([theme['buttons_radius'], theme['button_border_radius'], theme['button_border_radius_primary']]),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** Parses a JSON file of a theme, which may begin with a comment. Returns null for any other text. */
export function parseThemeJson(text: string): unknown {
  return parseJson(text.replace(/^\s*\/\*[\s\S]*?\*\//, ''))
}

const schemes = z.record(z.string(), z.object({ settings: fields }))

function firstScheme(value: unknown): Record<string, unknown> {
  const parsed = schemes.safeParse(value)
  return parsed.success ? (Object.values(parsed.data)[0]?.settings ?? {}) : {}
}

function colourOf(values: readonly unknown[]): string | undefined {
  const [, hex] =
    values
      .map((value) => /^(#(?:[0-9a-f]{6}|[0-9a-f]{3}))(?:ff)?$/i.exec(typeof value === 'string' ? value.trim() : ''))
      .find(Boolean) ?? []
  return hex?.toLowerCase()
}

/** The platform names fonts like `playfair_display_n4`. */
function fontOf(values: readonly unknown[]): BrandFont | undefined {
  const names = values.flatMap((value) =>
    typeof value === 'string' ? [value.replace(/_[a-z]\d$/, '').replaceAll('_', ' ')] : [],
  )
  return names.map((name) => BRAND_FONTS.find((font) => font.toLowerCase() === name)).find(Boolean)
}

const roundFromPixels = 16

function cornersOf(values: readonly unknown[]): BrandCorners | undefined {
  const pixels = values.find((value) => typeof value === 'number')
  return pixels === undefined ? undefined : pixels === 0 ? 'square' : pixels < roundFromPixels ? 'soft' : 'round'
}
