import { z } from 'zod'

/** The name of an app in lists and settings of the operator, such as `push-owl`. */
export const appName = z.string().regex(/^[a-z][a-z\d-]{0,39}$/, 'must be lower-case letters, digits and hyphens')

/** Pictures of recommended apps, by what an app is for. */
export const PARTNER_ICONS = ['app', 'automation', 'email', 'loyalty', 'push', 'support', 'survey'] as const
export type PartnerIcon = (typeof PARTNER_ICONS)[number]

const line = (max: number) => z.string().trim().min(1, 'is empty').max(max, `has more than ${max} characters`)

/** A list of recommended apps, as the operator writes it. */
export const partnerList = z
  .array(
    z.strictObject({
      key: appName,
      name: line(60),
      /** What it does for a shop with reviews, shown as it was written. */
      text: line(300),
      url: z.url({ protocol: /^https$/, error: 'must be an address that begins with https://' }),
      icon: z.enum(PARTNER_ICONS, `must be one of ${PARTNER_ICONS.join(', ')}`).default('app'),
    }),
    'must be a list',
  )
  .max(50, 'has more than 50 apps')
  .refine((apps) => new Set(apps.map(({ key }) => key)).size === apps.length, 'has two apps with the same key')

/** `text` is Candor's own if it is missing. */
export type Partner = Omit<z.infer<typeof partnerList>[number], 'text'> & { text?: string }

/** Candor's own list. Its texts are words of the server: `partner.joy`. */
export const PARTNERS = [
  { key: 'joy', name: 'Joy', url: 'https://joy.so', icon: 'loyalty' },
  { key: 'klaviyo', name: 'Klaviyo', url: 'https://www.klaviyo.com', icon: 'email' },
  { key: 'aem', name: 'AVADA Email Marketing', url: 'https://avada.io', icon: 'email' },
  { key: 'push-owl', name: 'PushOwl', url: 'https://www.pushowl.com', icon: 'push' },
  { key: 'shopify-flow', name: 'Shopify Flow', url: 'https://apps.shopify.com/flow', icon: 'automation' },
] as const satisfies readonly Partner[]
