import { editRequestRoutes } from '../edit-requests/edit-requests.routes.ts'
import { demoFileRoutes } from '../imports/downloads/demo-file.routes.ts'
import { importDownloads } from '../imports/downloads/download.routes.ts'
import { templateRoutes } from '../imports/downloads/template.routes.ts'
import { exportDownloads } from '../review-export/download.routes.ts'
import { demoRoutes } from '../platform/demo/demo.routes.ts'
import { storefrontRoutes } from '../storefront/storefront.routes.ts'
import { playgroundRoutes } from '../graphql/playground/playground.ts'
import { bounceRoutes } from '../sender/bounces/bounces.routes.ts'
import { mediaRoutes } from '../files/media.routes.ts'
import { reviewFormRoutes } from '../review-form/review-form.routes.ts'
import { submitRoutes } from '../storefront/submit.routes.ts'
import { reauthorizeRoutes } from '../session/reauthorize.routes.ts'
import { webhookRoutes } from './webhooks.ts'
import type { RouteModule } from './parts.ts'

/** The public routes of the modules, one line each. */
export const routeModules: readonly RouteModule[] = [webhookRoutes, bounceRoutes, playgroundRoutes, reauthorizeRoutes, reviewFormRoutes, editRequestRoutes, mediaRoutes, importDownloads, templateRoutes, exportDownloads, demoFileRoutes, storefrontRoutes, submitRoutes, demoRoutes]
