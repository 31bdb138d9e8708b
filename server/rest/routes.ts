import { generalSettingsRoutes } from '../general-settings/general-settings.rest.ts'
import { fetchRoutes } from '../imports/fetch.rest.ts'
import { importRoutes } from '../imports/imports.rest.ts'
import { pasteRoutes } from '../imports/paste.rest.ts'
import { bulkRoutes } from '../bulk/bulk.rest.ts'
import { emailQueueRoutes } from '../email-queue/email-queue.rest.ts'
import { shopRoutes } from '../shops/shops.rest.ts'
import { productRoutes } from '../products/products.rest.ts'
import { reviewRoutes } from '../reviews/reviews.rest.ts'
import { reviewExportRoutes } from '../review-export/review-export.rest.ts'
import type { RestRoute } from './rest.ts'

/** The table of spec 7, mounted at /api and at /apiSa. */
export const routes: readonly RestRoute[] = [...shopRoutes, ...productRoutes, ...emailQueueRoutes, ...importRoutes, ...pasteRoutes, ...fetchRoutes, ...reviewRoutes, ...bulkRoutes, ...reviewExportRoutes, ...generalSettingsRoutes]
