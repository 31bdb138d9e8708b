import { importDownloads } from '../imports/download.routes.ts'
import { storefrontRoutes } from '../storefront/storefront.routes.ts'
import { webhookRoutes } from './webhooks.ts'
import type { RouteModule } from './parts.ts'

/** The public routes of the modules, one line each. */
export const routeModules: readonly RouteModule[] = [webhookRoutes, importDownloads, storefrontRoutes]
