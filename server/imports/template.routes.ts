import type { RouteModule } from '../http/parts.ts'
import { templateColumns } from './sources/template.ts'

/** Excel needs the mark to read UTF-8. */
const file = `\uFEFF${templateColumns.join(',')}\r\n`

/** GET /imports/template.csv: the columns of our own template, to be filled in. The same for everybody. */
export const templateRoutes: RouteModule = (app) => {
  app.get('/imports/template.csv', async (_request, reply) => reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', 'attachment; filename="candor-reviews.csv"')
    .send(file))
}
