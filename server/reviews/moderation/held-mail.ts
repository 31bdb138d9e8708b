import { dayMs } from '../../../rules/dates.ts'
import { autoPublishAfterDays } from '../../../rules/limits.ts'
import type { Ctx } from '../../core/context.ts'
import { delayMails } from '../../requests/delayed-mails/delayed-mails.ts'
import { createMailJob, type JobMailData } from '../../requests/sending/job-mail.ts'
import { loadReviewRecipients } from '../../requests/sending/review-recipients.ts'
import { buildPolicyUrl } from '../../shop/branding/policy-url.ts'
import { hasStatements } from '../statements/statements.ts'

interface HeldMails extends JobMailData, Record<string, unknown> {
  ids: string[]
}

/** Returns those of some reviews that a moderation rule holds. */
async function findHeld({ db, shop }: Ctx, ids: readonly string[]): Promise<{ id: string; isProven: boolean }[]> {
  return db.$queryRaw`
    select id, origin = 'customer' or "emailConfirmedAt" is not null as "isProven" from "Review"
    where "shopId" = ${shop.id}::uuid and id = any(${[...ids]}::uuid[])
      and status = 'pending' and why->>'code' like 'rule.hold.%' and email <> ''`
}

/** Listener: plans an email to the authors of held reviews. It leaves after 14 days without a decision. */
export async function planHeldMails(tx: Ctx, { ids }: { ids: string[] }): Promise<void> {
  if (ids.length === 0 || !hasStatements(tx)) return
  const dueAt = new Date(tx.now().getTime() + autoPublishAfterDays * dayMs)
  const held = await findHeld(tx, ids)
  await delayMails(
    tx,
    held.map(({ id }) => ({ key: `held ${id}`, job: 'mails.held', data: { ids: [id] }, dueAt })),
  )
}

/** Job: tells authors whose address is proven that a rule of the shop still holds their review. */
export const mailHeldReviews = createMailJob<HeldMails>({
  job: 'mails.held',
  template: null,
  isForShopper: true,
  async buildEmails(ctx, { ids }) {
    const proven = (await findHeld(ctx, ids)).filter(({ isProven }) => isProven).map(({ id }) => id)
    const authors = await loadReviewRecipients(ctx, proven)
    return authors.map(({ review: { id, rate, title, content }, recipient, say }) => ({
      ...recipient,
      item: id,
      name: `held-${id}`,
      defaults: { subject: say('heldMail.subject'), content: say('heldMail.content') },
      preheader: say('heldMail.preheader'),
      quotes: [{ head: say('statement.yours'), rate, rateText: say('widget.outOf', { rate }), title, text: content }],
      buttons: [{ label: say('statement.rules'), url: buildPolicyUrl(ctx, recipient.locale) }],
      why: say('statement.why'),
    }))
  },
  handleUndelivered({ shop, log }, _data, undelivered) {
    for (const { item, error } of undelivered)
      log.warn({ shopId: shop.id, item, error }, 'an email about a held review was refused')
    return Promise.resolve()
  },
})
