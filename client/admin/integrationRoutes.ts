import type { RouteObject } from 'react-router'
import { furtherPage } from './pageRoute.ts'

/** Pages of the services that a shop can connect to (spec 2). */
export const integrationPages: readonly RouteObject[] = [
  furtherPage(
    '/settings/integration/aem',
    () => import('./pages/integrations/aem/AemPage.tsx'),
    async () => (await import('./pages/integrations/aem/aemLoader.ts')).aemLoader,
  ),
  furtherPage(
    '/settings/integration/webhook',
    () => import('./pages/integrations/webhooks/WebhooksPage.tsx'),
    async () => (await import('./pages/integrations/webhooks/webhooksLoader.ts')).webhooksLoader,
  ),
  furtherPage(
    '/settings/integration/push-owl',
    () => import('./pages/integrations/push/PushPage.tsx'),
    async () => (await import('./pages/integrations/push/pushLoader.ts')).pushLoader,
  ),
]
