import { z } from 'zod'

/** An import whose file is still to be fetched, page by page, before it can be checked. */
export interface Awaited {
  shopDomain: string
}

/** How long such an import may wait for its turn: others are fetched before it. By the wall clock. */
export const queueLeaseMs = 30 * 60_000
/** A fetch that ended with its process so often would do it for ever. */
export const mostFetches = 4

const awaited = z.object({ awaited: z.object({ shopDomain: z.string() }) })

/** What a checking import waits for; null when its file is there. */
export const awaitedOf = ({ report }: { report: unknown }): Awaited | null => awaited.safeParse(report).data?.awaited ?? null
