import type { RouteModule } from '../../core/http/parts.ts'
import { demoJudgemeCsv } from './demo-file.ts'

/** GET /demo/files/judgeme.csv: an export for a stranger to try; in production it does not exist. */
export const demoFileRoutes: RouteModule = (app, { deps }) => {
  if (deps.env.CANDOR_MODE !== 'demo') return
  app.get('/demo/files/judgeme.csv', async (_request, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="judgeme.csv"')
      .send(demoJudgemeCsv(deps.origin)),
  )
}
