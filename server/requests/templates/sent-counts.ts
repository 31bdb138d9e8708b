import { EMAIL_TEMPLATE_TYPES, type EmailTemplateType } from '../../../rules/settings/email-templates.ts'
import { QUEUE_KINDS } from '../../../rules/queue-status.ts'
import type { Ctx } from '../../core/context.ts'

/** Counts the sent emails of each template, from the facts. */
export async function readSentCounts(ctx: Ctx): Promise<Record<EmailTemplateType, number>> {
  const rows = await ctx.db.fact.groupBy({
    by: ['metric', 'value'],
    where: { shopId: ctx.shop.id, metric: { in: ['requests.sent', 'mails.sent'] }, dimension: 'template' },
    _sum: { count: true },
  })
  const types = Object.keys(EMAIL_TEMPLATE_TYPES) as EmailTemplateType[]
  return Object.fromEntries(
    types.map((type) => {
      const metric = QUEUE_KINDS.some((kind) => kind === type) ? 'requests.sent' : 'mails.sent'
      return [type, rows.find((row) => row.metric === metric && row.value === type)?._sum.count ?? 0]
    }),
  ) as Record<EmailTemplateType, number>
}
