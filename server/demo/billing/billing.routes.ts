import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotAllowed, NotFound } from '../../core/errors.ts'
import { deliverEvents } from '../orders/order-events.ts'
import { webhookTarget } from '../demo-api.routes.ts'
import { sendPage, type PageRoutes } from '../page-routes.ts'
import { approvalPage } from '../pages/approval-page.ts'
import {
  approveCharge,
  cancelCharge,
  chargeEvent,
  declineCharge,
  findCharge,
  freezeCharge,
  type DemoCharge,
} from './charges.ts'

type Act = (charge: DemoCharge, now: Date) => Promise<DemoCharge>

/**
 * Billing pages of the demo platform: the merchant approves or declines a subscription. The platform then tells the app
 * by a signed webhook and leads the merchant back.
 */
export function billingRoutes({ app, parts, around }: PageRoutes): void {
  const { deps, shops } = parts
  const db = deps.access.acrossShops('the demo platform')

  app.get<{ Params: { id: string } }>('/demo/charges/:id', async (request, reply) => {
    const charge = await findCharge(db, request.params.id)
    const shop = await shops.findByDomain(charge.shopDomain)
    if (!shop) throw new NotFound()
    return sendPage(reply, approvalPage(await around(request, 'admin', shop), charge))
  })

  const acts: Record<string, Act> = {
    approve: (charge, now) => approveCharge(db, charge, now),
    decline: (charge, now) => declineCharge(db, charge, now),
    cancel: (charge, now) => cancelCharge(db, charge, now),
    freeze: (charge) => freezeCharge(db, charge, true),
    thaw: (charge) => freezeCharge(db, charge, false),
  }
  app.post<{ Params: { id: string; act: string } }>('/demo/charges/:id/:act', async (request, reply) => {
    const act = acts[request.params.act]
    if (!act) throw new NotFound()
    const now = deps.now()
    const asked = await findCharge(db, request.params.id)
    const charge = await act(asked, now).catch((error: unknown) => {
      if (isForm(request) && error instanceof NotAllowed) return null
      throw error
    })
    // The page says that the charge is over.
    if (!charge) return reply.redirect(`/demo/charges/${asked.id}`, 303)
    await deliverEvents([chargeEvent(charge, now)], webhookTarget(parts, app, charge.shopDomain))
    return leadBack({ request, reply }, charge)
  })
}

const isForm = ({ headers }: FastifyRequest): boolean =>
  (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')

/** Leads a form's merchant back to the app, as the platform does, and answers scripts. */
function leadBack(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  charge: DemoCharge,
): FastifyReply {
  const url = new URL(charge.returnUrl)
  url.searchParams.set('charge_id', charge.id)
  return isForm(request) ? reply.redirect(url.href, 303) : reply.send({ returnUrl: url.href })
}
