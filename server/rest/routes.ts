import { analyticsRoutes } from '../analytics/analytics.rest.ts'
import { fetchRoutes } from '../imports/fetching/fetch.rest.ts'
import { importRoutes } from '../imports/imports.rest.ts'
import { pasteRoutes } from '../imports/fetching/paste.rest.ts'
import { integrationRoutes } from '../integrations/integrations.rest.ts'
import { bulkRoutes } from '../bulk/bulk.rest.ts'
import { editRequestRoutes } from '../edit-requests/edit-requests.rest.ts'
import { emailRoutes } from '../emails/emails.rest.ts'
import { emailQueueRoutes } from '../email-queue/email-queue.rest.ts'
import { shopRoutes } from '../shops/shops.rest.ts'
import { productRoutes } from '../products/products.rest.ts'
import { reviewRoutes } from '../reviews/reviews.rest.ts'
import { reviewExportRoutes } from '../review-export/review-export.rest.ts'
import { settingsRoutes } from '../settings/settings.rest.ts'
import type { RestRoute } from './rest.ts'

/** The table of spec 7, mounted at /api and at /apiSa. */
export const routes: readonly RestRoute[] = [...shopRoutes, ...productRoutes, ...emailQueueRoutes, ...emailRoutes, ...importRoutes, ...pasteRoutes, ...fetchRoutes, ...reviewRoutes, ...editRequestRoutes, ...bulkRoutes, ...reviewExportRoutes, ...settingsRoutes, ...analyticsRoutes, ...integrationRoutes]
