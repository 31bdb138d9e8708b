/** The merchant doc of each admin page, by the start of its path. The first that fits counts. */
const topics: readonly (readonly [string, string])[] = [
  ['/dashboard', 'first-evening'],
  ['/reviews/import', 'import'],
  ['/collect-reviews/reviews/import', 'import'],
  ['/collect-reviews/import-reviews', 'import'],
  ['/reviews/templates', 'replies'],
  ['/reviews/suspicions', 'moderation'],
  ['/reviews', 'reviews'],
  ['/collect-reviews/emails', 'emails'],
  ['/collect-reviews/email-notifications', 'reviews'],
  ['/collect-reviews/discount', 'discount'],
  ['/collect-reviews/qr-code', 'qr-codes'],
  ['/collect-reviews', 'requests'],
  ['/reward-reviews', 'discount'],
  ['/branding', 'branding'],
  ['/display-settings/box', 'review-box'],
  ['/display-settings/instagram-feed', 'instagram'],
  ['/display-settings/star-rating', 'shop-widgets'],
  ['/display-settings/sidebar', 'shop-widgets'],
  ['/display-settings/carousel', 'shop-widgets'],
  ['/display-settings/popup', 'shop-widgets'],
  ['/display-settings', 'widgets'],
  ['/settings/moderation', 'moderation'],
  ['/settings/notifications', 'reviews'],
  ['/settings/sender', 'sender'],
  ['/settings/privacy', 'privacy'],
  ['/settings/integration/push-owl', 'push'],
  ['/settings/integration/webhook', 'webhooks'],
  ['/settings/integration/aem', 'marketing-tool'],
  ['/settings/managingKey', 'api-keys'],
  ['/settings/subscription', 'subscription'],
  ['/settings', 'settings'],
  ['/subscri', 'subscription'],
  ['/partners', 'apps-and-wishes'],
  ['/feature-request', 'apps-and-wishes'],
  ['/account', 'account'],
  ['/people', 'account'],
  ['/other-compliance', 'survey'],
  ['/translations', 'translations'],
  ['/analytics/survey', 'survey'],
  ['/analytics', 'analytics'],
]

/** Returns the name of a page's doc; the list of all docs for a page without one. */
export function findTopic(path: string): string {
  const page = path.replace(/^\/embed(?=\/|$)/, '').replace(/^\/?$/, '/dashboard')
  return topics.find(([start]) => page.startsWith(start))?.[1] ?? 'README'
}
