/** Tips of the dashboard, in the order in which they are shown. */
export const TIPS = ['tip-past-orders', 'tip-photos', 'tip-sender', 'tip-testimonials', 'tip-qr'] as const
export type TipName = (typeof TIPS)[number]

/** Banners of the admin that a merchant can dismiss. */
const BANNERS = ['quick-start', 'requestTips', 'survey', 'upgrade', 'rating-prompt', ...TIPS] as const
/** Banner of an import: `imported-` plus its upload time in milliseconds. */
export type BannerName = (typeof BANNERS)[number] | `imported-${number}`

export const isBannerName = (name: string): name is BannerName =>
  (BANNERS as readonly string[]).includes(name) || /^imported-\d{1,15}$/.test(name)
