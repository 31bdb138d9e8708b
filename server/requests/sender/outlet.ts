import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { EmailSetting } from '../../../rules/settings/email-setting.ts'
import type { Ctx } from '../../core/context.ts'
import { MailRefused, type Mail } from '../mail/mail.ts'
import { SmtpTargetRefused, type MerchantServer, type SmtpPort } from '../mail/merchant-smtp.ts'
import type { SmtpMail } from '../mail/smtp.ts'
import { readSecret } from '../../core/secrets/shop-secrets.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { usesOwnServer } from './identity.ts'
import { explainPause, pauseMails } from './pause.ts'

/** The shop's emails are paused: the email waits, and no attempt was made. */
export class MailPaused extends MailRefused {
  constructor(message: string) {
    super(message, { permanent: false, outage: true })
    this.name = 'MailPaused'
  }
}

export interface Outlet {
  /** @throws MailRefused; MailPaused while the shop's emails are paused, which an unreachable own server also causes */
  send(mail: Mail): Promise<unknown>
}

interface Pool {
  fingerprint: string
  mail: SmtpMail
}

/** Limit of merchants' servers with open connections in a process: three connections each, closed when idle. */
const poolsAtOnce = 50
const idleMs = 300_000
const poolsOf = new WeakMap<SmtpPort, LRUCache<string, Pool>>()

function openPools(ctx: Ctx): LRUCache<string, Pool> {
  const known = poolsOf.get(ctx.smtp)
  if (known) return known
  const pools = new LRUCache<string, Pool>({
    max: poolsAtOnce,
    ttl: idleMs,
    updateAgeOnGet: true,
    ttlAutopurge: true,
    dispose: ({ mail }) => void mail.close(),
  })
  ctx.stopping.addEventListener('abort', () => pools.clear(), { once: true })
  poolsOf.set(ctx.smtp, pools)
  return pools
}

/** Returns the mail server of the settings, with its password. */
export async function ownServer(
  ctx: Ctx,
  { host, port, encryption, authentication, username }: EmailSetting,
): Promise<MerchantServer> {
  if (!authentication) return { host, port, encryption }
  return { host, port, encryption, user: username, password: (await readSecret(ctx, 'emailSetting.password')) ?? '' }
}

async function poolFor(ctx: Ctx, server: MerchantServer): Promise<SmtpMail> {
  const pools = openPools(ctx)
  const fingerprint = createHash('sha256').update(JSON.stringify(server)).digest('hex')
  const known = pools.get(ctx.shop.id)
  if (known?.fingerprint === fingerprint) return known.mail
  const mail = await ctx.smtp.open(server)
  // Replacing the entry closes the pool of the previous settings.
  pools.set(ctx.shop.id, { fingerprint, mail })
  return mail
}

/** Opens the outlet for a shop's emails to its customers: our mail server, or the shop's own. */
export async function openOutlet(ctx: Ctx): Promise<Outlet> {
  if (ctx.shop.mailPausedAt) return createPausedOutlet(ctx.shop.mailPauseText)
  const setting = await readSetting(ctx, 'emailSetting')
  if (!usesOwnServer(setting)) return ctx.mail
  const server = await ownServer(ctx, setting)
  try {
    return outletOf(ctx, server, await poolFor(ctx, server))
  } catch (error) {
    if (!(error instanceof SmtpTargetRefused)) throw error
    const reason = explainPause(error)
    await pauseMails(ctx, 'smtp', reason)
    return createPausedOutlet(reason)
  }
}

const createPausedOutlet = (text: string): Outlet => ({ send: async () => Promise.reject(new MailPaused(text)) })

function outletOf(ctx: Ctx, server: MerchantServer, pool: SmtpMail): Outlet {
  let paused: Promise<string | null> | null = null
  return {
    async send(mail) {
      const before = paused && (await paused)
      if (before) throw new MailPaused(before)
      try {
        return await pool.send(mail)
      } catch (error) {
        if (!(error instanceof MailRefused) || ctx.stopping.aborted) throw error
        // A pause closes the connections of the other mails.
        if (!error.account && (error.permanent || (!error.outage && !paused))) throw error
        // Mails that fail together share one check. A refused account can still log in, so it needs none.
        paused ??= error.account ? pauseForAccount(ctx, error.message) : pauseIfUnreachable(ctx, server)
        const reason = await paused
        if (reason) throw new MailPaused(reason)
        paused = null
        // The server answers, but disconnected during this mail: retry it as after a temporary refusal.
        throw new MailRefused(error.message, { permanent: false, cause: error })
      }
    },
  }
}

async function pauseForAccount(ctx: Ctx, reason: string): Promise<string> {
  openPools(ctx).delete(ctx.shop.id)
  await pauseMails(ctx, 'smtp', reason)
  return reason
}

/** Checks the server again. If it is down or refuses the login, pauses the shop's emails and returns why. */
async function pauseIfUnreachable(ctx: Ctx, server: MerchantServer): Promise<string | null> {
  openPools(ctx).delete(ctx.shop.id)
  try {
    await (await poolFor(ctx, server)).verify()
    return null
  } catch (error) {
    const reason = explainPause(error)
    await pauseMails(ctx, 'smtp', reason)
    return reason
  }
}
