import { z } from 'zod'
import type { Ctx } from '../../core/context.ts'
import { saveSecret, readSecretDates, readSecret } from '../../core/secrets/shop-secrets.ts'

/** Whose tokens a shop may keep. */
export type TokenOwner = 'cj' | 'judgeme'

export interface KeptTokens {
  cjTokenKept: boolean
  judgemeTokenKept: boolean
}

const longestToken = 2_000

/** A token of another app's API, as it may stand in a header; left out or empty, the kept one is meant. */
export const tokenField = z
  .string('valueInvalid')
  .trim()
  .max(longestToken, 'valueInvalid')
  .regex(/^[\x21-\x7e]*$/, 'valueInvalid')
  .transform((text) => text || undefined)
  .optional()

/** Which tokens are kept; never the tokens. */
export async function keptTokens(ctx: Ctx): Promise<KeptTokens> {
  const kept = await readSecretDates(ctx)
  return { cjTokenKept: kept.has('cj.token'), judgemeTokenKept: kept.has('judgeme.token') }
}

/** The kept token; null when there is none, or no key opens it any more. */
export const tokenOf = (ctx: Ctx, owner: TokenOwner): Promise<string | null> => readSecret(ctx, `${owner}.token`)

/** Keeps a token, encrypted, instead of the one before. */
export const keepToken = (ctx: Ctx, owner: TokenOwner, token: string): Promise<void> =>
  saveSecret(ctx, `${owner}.token`, token)
