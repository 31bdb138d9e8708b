import { z } from 'zod'
import type { Ctx } from '../context.ts'

/** Whose tokens a shop may keep. */
export type TokenOwner = 'cj' | 'judgeme'

export interface KeptTokens {
  cjTokenKept: boolean
  judgemeTokenKept: boolean
}

const longestToken = 2_000

/** A token of another app's API, as it may stand in a header; left out or empty, the kept one is meant. */
export const tokenField = z.string('valueInvalid').trim().max(longestToken, 'valueInvalid').regex(/^[\x21-\x7e]*$/, 'valueInvalid').transform((text) => text || undefined).optional()

/** A row beside the settings that no page reads: sealed texts (server/secrets.ts) by their owner. */
const key = 'importTokens'
const storedTokens = z.object({ cj: z.string(), judgeme: z.string() }).partial().catch({})

async function readTokens(ctx: Ctx): Promise<z.output<typeof storedTokens>> {
  const row = await ctx.db.setting.findUnique({ where: { shopId_key: { shopId: ctx.shop.id, key } }, select: { value: true } })
  return storedTokens.parse(row?.value ?? {})
}

/** Which tokens are kept; never the tokens. */
export async function keptTokens(ctx: Ctx): Promise<KeptTokens> {
  const tokens = await readTokens(ctx)
  return { cjTokenKept: tokens.cj !== undefined, judgemeTokenKept: tokens.judgeme !== undefined }
}

/** The kept token; null when there is none, or no key opens it any more. */
export async function tokenOf(ctx: Ctx, owner: TokenOwner): Promise<string | null> {
  const sealed = (await readTokens(ctx))[owner]
  if (sealed === undefined) return null
  try {
    return ctx.secrets.unseal(sealed)
  } catch {
    return null
  }
}

/** Keeps a token, encrypted, instead of the one before. */
export async function keepToken(ctx: Ctx, owner: TokenOwner, token: string): Promise<void> {
  const value = JSON.stringify({ [owner]: ctx.secrets.seal(token) })
  await ctx.db.$executeRaw`
    insert into "Setting" as held ("shopId", key, value, "updatedAt") values (${ctx.shop.id}::uuid, ${key}, ${value}::jsonb, ${ctx.now()})
    on conflict ("shopId", key) do update set value = held.value || excluded.value, version = held.version + 1, "updatedAt" = excluded."updatedAt"`
}

/** Nobody asks for the shop any more. */
export async function forgetTokens(tx: Ctx): Promise<void> {
  await tx.db.setting.deleteMany({ where: { shopId: tx.shop.id, key } })
}
