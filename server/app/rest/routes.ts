import { billingRoutes } from '../../shop/billing/billing.rest.ts'
import { analyticsRoutes } from '../../shop/analytics/analytics.rest.ts'
import { surveyRestRoutes } from '../../requests/survey/survey.rest.ts'
import { discountRoutes } from '../../requests/discounts/discounts.rest.ts'
import { feedRestRoutes } from '../../storefront/feeds/feeds.rest.ts'
import { fetchRoutes } from '../../imports/fetching/fetch.rest.ts'
import { importRoutes } from '../../imports/imports.rest.ts'
import { pasteRoutes } from '../../imports/fetching/paste.rest.ts'
import { senderRoutes } from '../../requests/sender/sender.rest.ts'
import { integrationRoutes } from '../../shop/integrations/integrations.rest.ts'
import { translationRoutes } from '../../reviews/translation/translation.rest.ts'
import { bulkRoutes } from '../../reviews/bulk/bulk.rest.ts'
import { statementRoutes } from '../../reviews/statements/statements.rest.ts'
import { editRequestRoutes } from '../../reviews/edit-requests/edit-requests.rest.ts'
import { emailRoutes } from '../../requests/templates/templates.rest.ts'
import { emailQueueRoutes } from '../../requests/queue/queue.rest.ts'
import { suppressionRoutes } from '../../shop/customers/suppression-list.rest.ts'
import { customerDataRoutes } from '../../shop/privacy/customer-data.rest.ts'
import { oldOrderRoutes } from '../../requests/old-orders/old-orders.rest.ts'
import { peopleRoutes } from '../../shop/session/people.rest.ts'
import { shopRoutes } from '../../shop/shops/shops.rest.ts'
import { featureRoutes } from '../../shop/features/features.rest.ts'
import { partnerRoutes } from '../../shop/partners/partners.rest.ts'
import { productRoutes } from '../../shop/products/products.rest.ts'
import { reviewRoutes } from '../../reviews/reviews/reviews.rest.ts'
import { reviewExportRoutes } from '../../reviews/export/export.rest.ts'
import { settingsRoutes } from '../../shop/settings/settings.rest.ts'
import { moderationRoutes } from '../../reviews/moderation/moderation.rest.ts'
import { reportRoutes } from '../../reviews/votes/reports.rest.ts'
import { qrCodeRoutes } from '../../requests/qr-codes/qr-codes.rest.ts'
import { webhookRestRoutes } from '../../shop/webhooks/webhooks.rest.ts'
import type { RestRoute } from '../../core/rest/route.ts'

/** Routes of one subject, under its name in `/openapi.json`. */
interface RouteGroup {
  tag: string
  description: string
  routes: readonly RestRoute[]
}

export interface TaggedRoute {
  tag: string
  route: RestRoute
}

/** The table of spec 7, mounted at /api and at /apiSa, by subject. */
export const routeGroups: readonly RouteGroup[] = [
  {
    tag: 'Reviews',
    description: 'Reviews, their replies, pictures and reports, bulk actions and exports.',
    routes: [
      ...reviewRoutes,
      ...editRequestRoutes,
      ...statementRoutes,
      ...moderationRoutes,
      ...reportRoutes,
      ...bulkRoutes,
      ...reviewExportRoutes,
      ...translationRoutes,
    ],
  },
  {
    tag: 'Requests',
    description: 'Review requests: the queue, emails, past orders, blocked addresses.',
    routes: [...emailQueueRoutes, ...emailRoutes, ...senderRoutes, ...oldOrderRoutes, ...suppressionRoutes],
  },
  { tag: 'Rewards', description: 'Discount codes and the survey.', routes: [...discountRoutes, ...surveyRestRoutes] },
  { tag: 'QR codes', description: 'Codes that lead to a product’s review form.', routes: qrCodeRoutes },
  {
    tag: 'Imports',
    description: 'Reviews of other apps and marketplaces.',
    routes: [...importRoutes, ...pasteRoutes, ...fetchRoutes],
  },
  { tag: 'Webhooks', description: 'Events for your own addresses.', routes: webhookRestRoutes },
  {
    tag: 'Connections',
    description: 'Integrations, review feeds, recommended apps.',
    routes: [...integrationRoutes, ...feedRestRoutes, ...partnerRoutes],
  },
  { tag: 'Analytics', description: 'Figures and reports.', routes: analyticsRoutes },
  { tag: 'Products', description: 'Products and customers of the platform.', routes: productRoutes },
  { tag: 'Customers', description: 'What is stored about a person.', routes: customerDataRoutes },
  { tag: 'Settings', description: 'What the merchant chose.', routes: settingsRoutes },
  {
    tag: 'Shop',
    description: 'The shop, its plan, its people and its wishes.',
    routes: [...shopRoutes, ...peopleRoutes, ...billingRoutes, ...featureRoutes],
  },
]

export const taggedRoutes: readonly TaggedRoute[] = routeGroups.flatMap(({ tag, routes: own }) =>
  own.map((route) => ({ tag, route })),
)

export const routes: readonly RestRoute[] = taggedRoutes.map(({ route }) => route)
