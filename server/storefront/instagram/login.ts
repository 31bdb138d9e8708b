import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../../rules/json.ts'
import { NotAllowed, UpstreamFailed, UserError } from '../../core/errors.ts'
import type { Ctx } from '../../core/context.ts'
import { consumeOneUseLink } from '../../core/files/one-use.ts'
import { callService } from '../../shop/integrations/call-service.ts'
import { codeAnswer, buildExchangeRequest, tokenAnswer } from './api.ts'
import { instagramDemo } from './stand-in.ts'
import { connectIntegration } from '../../shop/integrations/integrations.ts'
import type { Integration } from '../../shop/integrations/integration.ts'

/** Time for the merchant to log in at Instagram. */
export const loginSeconds = 600
/** Time for the browser to open the login. */
const beginSeconds = 60
export const loginPath = '/instagram/login'
export const callbackPath = '/instagram/callback'
const scope = 'instagram_business_basic'

/** State that Instagram returns with the code. */
const state = z.object({ shopId: z.uuid(), embedded: z.boolean(), nonce: z.uuid() })
export type LoginState = z.infer<typeof state>

/** Returns the operator's app at Meta, or the stand-in's in the demo; null without one. */
function appOf({ env }: Pick<Ctx, 'env'>): { id: string; secret: string } | null {
  if (env.INSTAGRAM_APP_ID && env.INSTAGRAM_APP_SECRET)
    return { id: env.INSTAGRAM_APP_ID, secret: env.INSTAGRAM_APP_SECRET }
  return env.CANDOR_MODE === 'demo' ? { id: instagramDemo.appId, secret: instagramDemo.appSecret } : null
}

/** Whether merchants can log in at Instagram; otherwise they enter a token. */
export const hasInstagramLogin = (ctx: Pick<Ctx, 'env'>): boolean => appOf(ctx) !== null

/** Instagram's hosts; a stand-in replaces all of them. */
const hosts = { login: 'https://www.instagram.com', code: 'https://api.instagram.com' } as const

/**
 * Returns our address that starts a login in the top window. Ties the login to the browser and redirects to Instagram.
 * Valid for one minute and one use, so a copied link is useless.
 * @throws NotAllowed if the operator has no app at Meta
 */
export function instagramLoginUrl(ctx: Ctx, embedded: boolean): string {
  if (!appOf(ctx)) throw new NotAllowed('instagramNotSet')
  const begin = ctx.signer.sign(
    'instagram-begin',
    { shopId: ctx.shop.id, embedded, nonce: randomUUID() } satisfies LoginState,
    beginSeconds,
  )
  return `${ctx.origin}${loginPath}?begin=${begin}`
}

/** Reads the start of a login; null if forged or expired. */
export function readLoginStart({ signer }: Pick<Ctx, 'signer'>, text: string): LoginState | null {
  const parsed = state.safeParse(signer.verify('instagram-begin', text))
  return parsed.success ? parsed.data : null
}

/**
 * Starts a login: returns Instagram's address, and the nonce that the browser must still have at the callback.
 * @throws NotFound if the start was used before; NotAllowed if the operator has no app at Meta
 */
export async function beginInstagramLogin(ctx: Ctx, start: LoginState): Promise<{ url: string; nonce: string }> {
  const app = appOf(ctx)
  if (!app) throw new NotAllowed('instagramNotSet')
  await consumeOneUseLink(ctx, { nonce: start.nonce, of: 'instagram begin' })
  const nonce = randomUUID()
  const base =
    ctx.env.CANDOR_PROVIDERS['instagram'] ??
    (ctx.env.CANDOR_MODE === 'demo' ? `${ctx.origin}/demo/stand-ins/instagram` : hosts.login)
  const signed = ctx.signer.sign(
    'instagram',
    { shopId: ctx.shop.id, embedded: start.embedded, nonce } satisfies LoginState,
    loginSeconds,
  )
  return {
    nonce,
    url: `${base}/oauth/authorize?${new URLSearchParams({ client_id: app.id, redirect_uri: `${ctx.origin}${callbackPath}`, response_type: 'code', scope, state: signed }).toString()}`,
  }
}

/** Reads the state that Instagram returns; null if forged or expired. */
export function readLoginState({ signer }: Pick<Ctx, 'signer'>, text: string): LoginState | null {
  const parsed = state.safeParse(signer.verify('instagram', text))
  return parsed.success ? parsed.data : null
}

/**
 * Exchanges a login's code for a token of 60 days and connects the shop. Each state works once.
 * @throws NotFound if it was used before; UpstreamFailed if Instagram refuses the code or doesn't respond
 */
export async function finishInstagramLogin(ctx: Ctx, { nonce }: LoginState, code: string): Promise<void> {
  const integration = ctx.integrations.find(({ key }) => key === 'instagram')
  const app = appOf(ctx)
  if (!integration || !app) throw new NotAllowed('instagramNotSet')
  await consumeOneUseLink(ctx, { nonce, of: 'instagram' })
  const atLogin: Integration = { ...integration, baseUrl: hosts.code }
  const form = {
    client_id: app.id,
    client_secret: app.secret,
    grant_type: 'authorization_code',
    redirect_uri: `${ctx.origin}${callbackPath}`,
    code,
  }
  const short = await tokenFrom(ctx, atLogin, { method: 'POST', path: '/oauth/access_token', form })
  const brief = codeAnswer.safeParse(short)
  const long = brief.success
    ? tokenAnswer.safeParse(await tokenFrom(ctx, integration, buildExchangeRequest(brief.data, app.secret)))
    : null
  if (!long?.success) throw new UpstreamFailed('integrationRefused')
  try {
    await connectIntegration(ctx, 'instagram', { token: long.data.access_token })
  } catch (error) {
    if (error instanceof UserError) throw new UpstreamFailed('integrationRefused')
    throw error
  }
}

async function tokenFrom(
  ctx: Ctx,
  integration: Integration,
  request: Parameters<typeof callService>[2],
): Promise<unknown> {
  const { problem, answer } = await callService(ctx, integration, request)
  if (problem) throw new UpstreamFailed(problem)
  return parseJson(answer?.text ?? '')
}
