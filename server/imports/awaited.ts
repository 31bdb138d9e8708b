import { z } from 'zod'

/** An import whose file is still to be fetched, page by page, before it can be checked. */
export interface Awaited {
  shopDomain: string
}

const awaited = z.object({ awaited: z.object({ shopDomain: z.string() }) })

/** What a checking import waits for; null when its file is there. */
export const awaitedOf = ({ report }: { report: unknown }): Awaited | null => awaited.safeParse(report).data?.awaited ?? null
