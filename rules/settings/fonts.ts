import { QR_FONTS } from './qr.ts'

/** Fonts of spec 9; `inherit` is the font of the theme. */
export const PLAIN_FONTS = QR_FONTS

/** Further fonts, for shops with the special-font flag (spec 9). */
export const SPECIAL_FONTS = ['Poppins', 'Lobster', 'Caveat'] as const

export const WIDGET_FONTS = [...PLAIN_FONTS, ...SPECIAL_FONTS] as const
export type WidgetFont = (typeof WIDGET_FONTS)[number]

/** Whether only shops with the special-font flag may choose a font. */
export const isSpecialFont = (font: WidgetFont): boolean => (SPECIAL_FONTS as readonly string[]).includes(font)

/** Whether a shop's flags open the special fonts to it; the operator sets them. */
export const hasSpecialFonts = (flags: unknown): boolean =>
  typeof flags === 'object' && flags !== null && 'enableSpecialFonts' in flags && flags.enableSpecialFonts === true
