import type { Deps } from '../context.ts'

/** The platform repeats a delivery for two days; later nobody asks whether it was seen. */
const keptDays = 30
const batch = 5_000

/** Forgets which webhooks were seen long ago; answers how many. */
export async function purgeWebhookReceipts(deps: Pick<Deps, 'doors' | 'now'>): Promise<number> {
  const before = new Date(deps.now().getTime() - keptDays * 86_400_000)
  return deps.doors.acrossShops('purge what is over').$executeRaw`
    delete from "WebhookReceipt" r using (
      select "shopId", "webhookId" from "WebhookReceipt" where "receivedAt" < ${before} order by "receivedAt" limit ${batch} for update skip locked
    ) old where r."shopId" = old."shopId" and r."webhookId" = old."webhookId"`
}
