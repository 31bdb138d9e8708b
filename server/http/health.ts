import type { RouteModule } from './parts.ts'

/** /healthz: the process answers. /readyz: its database does too, so it may get traffic. */
export const healthRoutes: RouteModule = (app, { deps }) => {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const ready = await deps.doors.acrossShops('find the shop of a session').$queryRaw`select 1`.then(() => true, () => false)
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'database unreachable' })
  })
}
