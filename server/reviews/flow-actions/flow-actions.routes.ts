import { findFlowAction, flowActionPath } from '../../../rules/flow.ts'
import { NotFound, Unauthenticated } from '../../core/errors.ts'
import { buildFailure, findStatus } from '../../core/http/errors.ts'
import type { RouteModule } from '../../core/http/parts.ts'
import { runFlowAction } from './flow-actions.ts'

/** POST /flow/actions/{handle}: the platform runs a step of a merchant's workflow. Verifies the raw bytes. */
export const flowActionRoutes: RouteModule = (app, { deps, shops, contextOf }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post<{ Params: { handle: string } }>(flowActionPath(':handle'), async ({ params, body, headers }, reply) => {
    const call = deps.platform.verifyFlowAction(Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers)
    if (!call) throw new Unauthenticated()
    const name = findFlowAction(params.handle)
    const shop = await shops.findByDomain(call.shopDomain)
    if (!name || !shop || shop.uninstalledAt) throw new NotFound()
    const ctx = contextOf(shop, { kind: 'platform' })
    const answer = await runFlowAction(ctx, { name, ...call }, (error) => ({
      status: findStatus(error),
      body: buildFailure(error),
    }))
    return reply.status(answer.status).send(answer.body)
  })
}
