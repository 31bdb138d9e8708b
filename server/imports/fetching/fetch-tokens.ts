import { z } from 'zod'
import type { Ctx } from '../../core/context.ts'
import { saveSecret, readSecretDates, readSecret } from '../../core/secrets/shop-secrets.ts'

type TokenOwner = 'cj' | 'judgeme'

export interface KeptTokens {
  cjTokenKept: boolean
  judgemeTokenKept: boolean
}

const longestToken = 2_000

/** A token of another app's API, valid as an HTTP header. If omitted or empty, the saved token is used. */
export const tokenField = z
  .string('valueInvalid')
  .trim()
  .max(longestToken, 'valueInvalid')
  .regex(/^[\x21-\x7e]*$/, 'valueInvalid')
  .transform((text) => text || undefined)
  .optional()

/** Returns which tokens are saved, never the tokens. */
export async function keptTokens(ctx: Ctx): Promise<KeptTokens> {
  const kept = await readSecretDates(ctx)
  return { cjTokenKept: kept.has('cj.token'), judgemeTokenKept: kept.has('judgeme.token') }
}

/** Returns the saved token; null when none exists or no key decrypts it. */
export const tokenOf = (ctx: Ctx, owner: TokenOwner): Promise<string | null> => readSecret(ctx, `${owner}.token`)

/** Encrypts and saves a token. Replaces the previous one. */
export const keepToken = (ctx: Ctx, owner: TokenOwner, token: string): Promise<void> =>
  saveSecret(ctx, `${owner}.token`, token)
