/**
 * The blocks of the theme app extension by the widget that they print; each handle is a file of extensions/candor-reviews/blocks. `template`
 * is where a merchant adds it first; null for an embed, which the theme loads on every page.
 */
export const THEME_BLOCKS = {
  starRating: { handle: 'candor-stars', template: 'product' },
  reviewBox: { handle: 'candor-reviews', template: 'product' },
  submitForm: { handle: 'candor-form', template: 'product' },
  reviewCarousel: { handle: 'candor-carousel', template: 'index' },
  galleryCarousel: { handle: 'candor-photos', template: 'index' },
  testimonials: { handle: 'candor-testimonials', template: 'index' },
  instagramWidget: { handle: 'candor-instagram', template: 'index' },
  allReviews: { handle: 'candor-all-reviews', template: 'page' },
  customerPortalReviews: { handle: 'candor-account', template: 'customers/account' },
  reviewPopup: { handle: 'candor-popup', template: null },
  reviewSidebar: { handle: 'candor-sidebar', template: null },
} as const satisfies Record<string, { handle: string; template: string | null }>

/** Widgets that a theme shows through the extension. */
export type ThemeWidget = keyof typeof THEME_BLOCKS
export const THEME_WIDGETS = Object.keys(THEME_BLOCKS) as ThemeWidget[]

/** Bytes of one metafield's JSON: 128 KB is the platform's limit (decision 0056). */
export const maxThemeValueBytes = 120_000
