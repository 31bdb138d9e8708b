import { readFlag } from '../read-flag.ts'
import { QR_FONTS } from './qr.ts'

/** Fonts of spec 9; `inherit` is the theme's font. */
export const PLAIN_FONTS = QR_FONTS

/** Additional fonts for shops with the special-font flag (spec 9). */
export const SPECIAL_FONTS = ['Poppins', 'Lobster', 'Caveat'] as const

export const WIDGET_FONTS = [...PLAIN_FONTS, ...SPECIAL_FONTS] as const
export type WidgetFont = (typeof WIDGET_FONTS)[number]

export const isSpecialFont = (font: WidgetFont): boolean => (SPECIAL_FONTS as readonly string[]).includes(font)

/** Whether the operator set the special-font flag for a shop. */
export const hasSpecialFonts = (flags: unknown): boolean => readFlag(flags, 'specialFonts') === true
