import { NotFound } from '../../core/errors.ts'
import type { RouteModule } from '../../core/http/parts.ts'
import { openErrorFile, readErrorLink } from './error-file.ts'

/** GET /imports/errors/{token}: the signed link is the permission, so it opens in a plain browser tab. */
export const importDownloads: RouteModule = (app, { deps, contextOf }) => {
  app.get<{ Params: { token: string } }>(
    '/imports/errors/:token',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const link = readErrorLink(deps.signer, request.params.token)
      const shop =
        link &&
        (await deps.access
          .acrossShops('find the shop of a public address')
          .shop.findUnique({ where: { id: link.shopId } }))
      if (!link || !shop) throw new NotFound('linkInvalid')
      const { name, content } = await openErrorFile(contextOf(shop, { kind: 'system', name: 'download' }), link)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
        .header('cache-control', 'no-store')
        .send(content)
    },
  )
}
