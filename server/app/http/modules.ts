import { openApiRoutes } from '../openapi/openapi.routes.ts'
import { helpRoutes } from '../help/help.routes.ts'
import { flowActionRoutes } from '../../reviews/flow-actions/flow-actions.routes.ts'
import { editRequestRoutes } from '../../reviews/edit-requests/edit-requests.routes.ts'
import { objectionRoutes } from '../../reviews/statements/statements.routes.ts'
import { confirmationRoutes } from '../../reviews/confirmations/confirmations.routes.ts'
import { policyRoutes } from '../../storefront/policy/policy.routes.ts'
import { discountPages } from '../../requests/discounts/discounts.routes.ts'
import { demoFileRoutes } from '../../imports/downloads/demo-file.routes.ts'
import { instagramRoutes } from '../../storefront/instagram/instagram.routes.ts'
import { importDownloads } from '../../imports/downloads/download.routes.ts'
import { templateRoutes } from '../../imports/downloads/template.routes.ts'
import { archiveDownloads } from '../../reviews/archive/download.routes.ts'
import { exportDownloads } from '../../reviews/export/download.routes.ts'
import { demoRoutes } from '../../demo/demo.routes.ts'
import { feedRoutes } from '../../storefront/feeds/feeds.routes.ts'
import { pushRoutes } from '../../storefront/push/push.routes.ts'
import { storefrontRoutes } from '../../storefront/widgets/widgets.routes.ts'
import { headlessRoutes } from '../../storefront/headless/headless.routes.ts'
import { viewRoutes } from '../../storefront/views/views.routes.ts'
import { portalRoutes } from '../../storefront/portal/portal.routes.ts'
import { playgroundRoutes } from '../../core/graphql/playground/playground.ts'
import { surveyRoutes } from '../../requests/survey/survey.routes.ts'
import { bounceRoutes } from '../../requests/bounces/bounces.routes.ts'
import { mediaRoutes } from '../../core/files/media.routes.ts'
import { scanRoutes } from '../../storefront/submit/scan.routes.ts'
import { reviewFormRoutes } from '../../storefront/form/form.routes.ts'
import { voteRoutes } from '../../storefront/votes/votes.routes.ts'
import { submitRoutes } from '../../storefront/submit/submit.routes.ts'
import { oidcRoutes } from '../../shop/oidc/oidc.routes.ts'
import { oauthRoutes } from '../../shop/install/oauth.routes.ts'
import { privacyFileRoutes } from '../../shop/privacy/privacy-files.routes.ts'
import { reauthorizeRoutes } from '../../shop/session/reauthorize.routes.ts'
import { webhookRoutes } from './webhooks.ts'
import type { RouteModule } from '../../core/http/parts.ts'

export const routeModules: readonly RouteModule[] = [
  webhookRoutes,
  bounceRoutes,
  flowActionRoutes,
  feedRoutes,
  playgroundRoutes,
  reauthorizeRoutes,
  oauthRoutes,
  oidcRoutes,
  reviewFormRoutes,
  editRequestRoutes,
  objectionRoutes,
  confirmationRoutes,
  policyRoutes,
  discountPages,
  surveyRoutes,
  mediaRoutes,
  importDownloads,
  templateRoutes,
  helpRoutes,
  openApiRoutes,
  archiveDownloads,
  exportDownloads,
  privacyFileRoutes,
  demoFileRoutes,
  storefrontRoutes,
  headlessRoutes,
  submitRoutes,
  voteRoutes,
  pushRoutes,
  demoRoutes,
  scanRoutes,
  portalRoutes,
  viewRoutes,
  instagramRoutes,
]
