import type { RouteModule } from '../../core/http/parts.ts'
import { templateColumns } from '../sources/template.ts'

/** Excel needs the byte order mark to read UTF-8. */
const file = `\uFEFF${templateColumns.join(',')}\r\n`

/** GET /api/imports/template.csv: our own template. Needs no session, because it's the same for everyone. */
export const templateRoutes: RouteModule = (app) => {
  // The last one is a former address.
  for (const path of ['/api/imports/template.csv', '/apiSa/imports/template.csv', '/imports/template.csv'])
    app.get(path, async (_request, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="candor-reviews.csv"')
        .send(file),
    )
}
