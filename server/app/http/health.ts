import { findMailOutage } from '../../requests/mail/outage.ts'
import { readRelease } from '../../core/release.ts'
import type { RouteModule } from '../../core/http/parts.ts'

/**
 * /healthz: the process answers, and what it is. /readyz: its database answers too and it is not stopping, so it may get
 * traffic. An unreachable mail server is only reported: taking the process out of rotation would not help.
 */
export const healthRoutes: RouteModule = (app, { deps, database, draining }) => {
  const health = { status: 'ok', ...readRelease(), role: deps.env.CANDOR_ROLE, database }
  app.get('/healthz', async () => health)
  app.get('/readyz', async (_request, reply) => {
    if (draining.aborted) return reply.status(503).send({ status: 'draining' })
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
