import type { RouteModule } from '../../core/http/parts.ts'
import { demoJudgemeCsv } from './demo-file.ts'

/** GET /demo/files/judgeme.csv: a sample export. Doesn't exist in production. */
export const demoFileRoutes: RouteModule = (app, { deps }) => {
  if (deps.env.CANDOR_MODE !== 'demo') return
  app.get('/demo/files/judgeme.csv', async (_request, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="judgeme.csv"')
      .send(demoJudgemeCsv(deps.origin)),
  )
}
