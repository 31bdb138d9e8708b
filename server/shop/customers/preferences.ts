import { fewerEmailsDays, pausedEmailsDays } from '../../../rules/limits.ts'
import type { MailChoice } from '../../../rules/suppressions.ts'
import { normalizeMailAddress, spellMailAddress } from '../../core/mail-address.ts'
import { dayMs } from '../../../rules/dates.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import type { MailPreference } from '../../generated/prisma/client.ts'
import { readSuppressions, suppress, unsuppress } from './suppressions.ts'

export type Preference = Pick<MailPreference, 'everyDays' | 'pausedUntil'>

/** Returns customers' chosen email frequency, by normal form of the address. */
export async function readMailPreferences(ctx: Ctx, emails: readonly string[]): Promise<Map<string, Preference>> {
  const unique = [...new Set(emails.flatMap(spellMailAddress))].filter(Boolean)
  if (unique.length === 0) return new Map()
  const rows = await ctx.db.mailPreference.findMany({ where: { shopId: ctx.shop.id, email: { in: unique } } })
  return new Map(
    rows.map(({ email, everyDays, pausedUntil }) => [normalizeMailAddress(email), { everyDays, pausedUntil }]),
  )
}

/** The newest choice counts. */
export async function chooseMails(ctx: Ctx, address: string, choice: MailChoice): Promise<void> {
  const email = normalizeMailAddress(address)
  await inTransaction(ctx, async (tx) => {
    if (choice === 'never') return suppress(tx, [email], 'unsubscribed')
    await unsuppress(tx, [email], 'unsubscribed')
    const now = tx.now()
    const data =
      choice === 'fewer'
        ? { everyDays: fewerEmailsDays, pausedUntil: null, updatedAt: now }
        : { everyDays: null, pausedUntil: new Date(now.getTime() + pausedEmailsDays * dayMs), updatedAt: now }
    await tx.db.mailPreference.upsert({
      where: { shopId_email: { shopId: tx.shop.id, email } },
      create: { shopId: tx.shop.id, email, ...data },
      update: data,
    })
  })
}

/** Returns the choice in force; null without one. */
export async function readMailChoice(ctx: Ctx, address: string): Promise<MailChoice | null> {
  if ((await readSuppressions(ctx, [address])).get(address)?.has('unsubscribed')) return 'never'
  const preference = (await readMailPreferences(ctx, [address])).get(normalizeMailAddress(address))
  if (preference?.pausedUntil && preference.pausedUntil > ctx.now()) return 'later'
  return preference?.everyDays ? 'fewer' : null
}

/** Keeps a merchant's block. */
export async function clearMailChoice(ctx: Ctx, address: string): Promise<void> {
  const email = { in: spellMailAddress(address) }
  await inTransaction(ctx, async (tx) => {
    await unsuppress(tx, [address], 'unsubscribed')
    await tx.db.mailPreference.deleteMany({ where: { shopId: tx.shop.id, email } })
  })
}
