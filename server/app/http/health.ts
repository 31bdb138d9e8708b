import { findMailOutage } from '../../requests/mail/outage.ts'
import type { RouteModule } from '../../core/http/parts.ts'

/**
 * /healthz: the process answers. /readyz: its database answers too, so it may get traffic. An unreachable mail server
 * is only reported: taking the process out of rotation would not help.
 */
export const healthRoutes: RouteModule = (app, { deps }) => {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      const since = await findMailOutage(deps)
      return await reply.send({
        status: 'ready',
        mail: since ? 'unreachable' : 'ok',
        ...(since && { mailUnreachableSince: since }),
      })
    } catch {
      return reply.status(503).send({ status: 'database unreachable' })
    }
  })
}
