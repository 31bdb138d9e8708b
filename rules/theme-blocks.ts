/**
 * Theme app extension blocks by widget; each handle is a file of extensions/candor-reviews/blocks. `template` is where
 * merchants add it first; null for an embed, which loads on every page.
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

export type ThemeWidget = keyof typeof THEME_BLOCKS
export const THEME_WIDGETS = Object.keys(THEME_BLOCKS) as ThemeWidget[]

/** Bytes of a metafield's JSON; the platform's limit is 128 KB (decision 0056). */
export const maxThemeValueBytes = 120_000
