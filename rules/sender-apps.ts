export const ownSenderApp = 'candor'
/** Apps that send emails: Candor, and the marketing tools that it hands them to. */
export const SENDER_APPS = [ownSenderApp, 'aem', 'klaviyo'] as const
export type MarketingApp = Exclude<(typeof SENDER_APPS)[number], typeof ownSenderApp>
/** Filters by every sender app but Candor. */
export const anyMarketingApp = 'marketing'

export const isMarketingApp = (app: string): app is MarketingApp => app !== ownSenderApp
