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
import type { RestRoute } from '../../core/rest/route.ts'

/** The table of spec 7, mounted at /api and at /apiSa. */
export const routes: readonly RestRoute[] = [
  ...shopRoutes,
  ...peopleRoutes,
  ...billingRoutes,
  ...partnerRoutes,
  ...featureRoutes,
  ...productRoutes,
  ...emailQueueRoutes,
  ...emailRoutes,
  ...importRoutes,
  ...pasteRoutes,
  ...fetchRoutes,
  ...reviewRoutes,
  ...editRequestRoutes,
  ...statementRoutes,
  ...bulkRoutes,
  ...reviewExportRoutes,
  ...settingsRoutes,
  ...analyticsRoutes,
  ...integrationRoutes,
  ...senderRoutes,
  ...oldOrderRoutes,
  ...suppressionRoutes,
  ...customerDataRoutes,
  ...discountRoutes,
  ...surveyRestRoutes,
  ...qrCodeRoutes,
  ...moderationRoutes,
  ...reportRoutes,
  ...feedRestRoutes,
  ...translationRoutes,
]
