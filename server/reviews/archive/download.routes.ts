import { NotFound } from '../../core/errors.ts'
import type { RouteModule } from '../../core/http/parts.ts'
import { openArchive, readArchiveLink } from './archive.ts'

/** GET /archives/{token}: the link itself grants access, so it opens in a plain browser tab. */
export const archiveDownloads: RouteModule = (app, { deps, contextOf }) => {
  app.get<{ Params: { token: string } }>('/archives/:token', { exposeHeadRoute: false }, async (request, reply) => {
    const link = readArchiveLink(deps.signer, request.params.token)
    const shop =
      link &&
      (await deps.access
        .acrossShops('find the shop of a public address')
        .shop.findUnique({ where: { id: link.shopId } }))
    if (!link || !shop) throw new NotFound('linkInvalid')
    const { name, size, stream } = await openArchive(contextOf(shop, { kind: 'system', name: 'download' }), link)
    return reply
      .type('application/gzip')
      .header('content-length', size)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .header('cache-control', 'no-store')
      .send(stream)
  })
}
