import { NotFound } from '../../core/errors.ts'
import type { RouteModule } from '../../core/http/parts.ts'
import { openPersonFile, type FileLink } from './files.ts'

/** GET /privacy/files/{token}: the signed link is the permission, so it opens from an email. */
export const privacyFileRoutes: RouteModule = (app, { deps, shops, contextOf }) => {
  app.get<{ Params: { token: string } }>(
    '/privacy/files/:token',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const link = deps.signer.verify<FileLink>('privacy-file', request.params.token)
      const shop = link && (await shops.findById(link.shopId))
      if (!link || !shop) throw new NotFound('linkInvalid')
      const { name, contentType, size, stream } = await openPersonFile(
        contextOf(shop, { kind: 'system', name: 'download' }),
        link,
      )
      return reply
        .type(contentType)
        .header('content-length', size)
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .send(stream)
    },
  )
}
