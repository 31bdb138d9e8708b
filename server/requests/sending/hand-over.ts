import { v7 as uuidv7 } from 'uuid'
import { formatMessage } from '../../../rules/messages.ts'
import {
  EMAIL_TEMPLATE_TYPES,
  type EmailTemplateKey,
  type EmailTemplateType,
} from '../../../rules/settings/email-templates.ts'
import { marketingSenderApp } from '../../../rules/queue-status.ts'
import type { Ctx } from '../../core/context.ts'
import { MailRefused, type Mail } from '../mail/mail.ts'
import type { Outlet } from '../sender/outlet.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { callService, type ServiceResult } from '../../shop/integrations/call-service.ts'
import { readConnection } from '../../shop/integrations/connection.ts'
import { aem, aemEvents, buildAemRequest } from '../../shop/integrations/aem/aem.ts'

const typeOf = Object.fromEntries(Object.entries(EMAIL_TEMPLATE_TYPES).map(([type, key]) => [key, type])) as Record<
  EmailTemplateKey,
  EmailTemplateType
>

/**
 * Returns a function that finds the marketing tool's outlet for a template. Null for templates that Candor sends, and
 * while the tool isn't connected. The tool gets an event for each email, with the Message-ID as its id.
 */
export async function loadHandOver(ctx: Ctx): Promise<(key: EmailTemplateKey) => Outlet | null> {
  const templates = await readSetting(ctx, 'emailTemplates')
  const integration = ctx.integrations.find(({ key }) => key === aem.key)
  const isUsed = Object.values(EMAIL_TEMPLATE_TYPES).some((key) => templates[key].senderApp === marketingSenderApp)
  const secrets = isUsed && integration ? await readConnection(ctx, integration) : null
  if (!integration || !secrets) return () => null
  // After a timeout, the batch's other emails wait without a request, since a silent tool must not delay other shops.
  let isSilent = false
  const outletOf = (key: EmailTemplateKey): Outlet => ({
    async send(mail) {
      if (isSilent) throw refusal('integrationSilent', true)
      const outcome = await callService(
        ctx,
        integration,
        buildAemRequest({ path: aemEvents, data: eventOf(mail, typeOf[key]) }, secrets),
      )
      await note(ctx, outcome)
      isSilent = outcome.status === null && outcome.retry
      if (outcome.problem) throw refusal(outcome.problem, outcome.retry)
    },
  })
  return (key) => (templates[key].senderApp === marketingSenderApp ? outletOf(key) : null)
}

const refusal = (problem: NonNullable<ServiceResult['problem']>, retry: boolean): MailRefused =>
  new MailRefused(formatMessage(problem), { permanent: !retry })

function eventOf({ messageId, to, subject, html, text, headers = {} }: Mail, event: EmailTemplateType): object {
  const unsubscribeUrl = /<(https?:[^<>]+)>/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? null
  return {
    id: messageId.slice(1, -1),
    event,
    customer: { email: to.address, name: to.name },
    email: { subject, html, text, unsubscribeUrl },
  }
}

async function note({ db, shop, now }: Ctx, { status, problem }: ServiceResult): Promise<void> {
  await db.integrationDelivery.create({
    data: {
      shopId: shop.id,
      id: uuidv7(),
      integration: aem.key,
      event: 'email.due',
      payload: {},
      state: problem ? 'failed' : 'sent',
      attempts: 1,
      lane: aem.key,
      dueAt: now(),
      lastStatus: status,
      reason: problem,
      createdAt: now(),
      finishedAt: now(),
    },
  })
}
