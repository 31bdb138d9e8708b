import { isIP } from 'node:net'
import { isPublicAddress } from '../../core/files/public-address.ts'
import { resolveName, type Address } from '../../core/files/resolve-name.ts'
import type { IsLocalTarget } from '../../core/web/local-targets.ts'
import { openSmtpMail, type SmtpMail } from './smtp.ts'

/** The ports that mail servers take mails at. */
export const SMTP_PORTS: readonly number[] = [25, 465, 587, 2525]
const resolveMs = 10_000

/** A mail server as a merchant typed it. */
export interface MerchantServer {
  host: string
  port: number
  user?: string
  password?: string
  /** `automatic`: TLS from the first byte on port 465, otherwise STARTTLS. */
  encryption?: 'automatic' | 'tls' | 'starttls'
}

/** Mail servers of merchants. */
export interface SmtpPort {
  /**
   * Opens a merchant's mail server. Each call checks its address and connects to the address that was checked.
   * @throws SmtpTargetRefused
   */
  open(server: MerchantServer): Promise<SmtpMail>
}

/** `port`: no port of mail servers; `address`: not in the public internet; `unreachable`: the name has no address. */
export class SmtpTargetRefused extends Error {
  readonly problem: 'port' | 'address' | 'unreachable'
  constructor(problem: SmtpTargetRefused['problem'], options: { cause?: unknown } = {}) {
    super(`Mail server refused: ${problem}`, options)
    this.name = 'SmtpTargetRefused'
    this.problem = problem
  }
}

export interface SmtpGuard {
  isLocal: IsLocalTarget
  resolve?(host: string, signal: AbortSignal): Promise<Address[]>
}

/**
 * Returns the address to connect to for a host that a merchant typed: in the public internet, at a port of mail servers.
 * @throws SmtpTargetRefused
 */
export async function checkSmtpTarget(
  { host, port }: Pick<MerchantServer, 'host' | 'port'>,
  { isLocal, resolve = resolveName }: SmtpGuard,
): Promise<string> {
  const local = isLocal(host, port)
  if (!local && !SMTP_PORTS.includes(port)) throw new SmtpTargetRefused('port')
  const addresses = isIP(host)
    ? [{ address: host }]
    : await resolve(host, AbortSignal.timeout(resolveMs)).catch((error: unknown) => {
        throw new SmtpTargetRefused('unreachable', { cause: error })
      })
  const [first] = addresses
  if (!first) throw new SmtpTargetRefused('unreachable')
  // One address that is not public is enough to refuse the name.
  if (!local && !addresses.every(({ address }) => isPublicAddress(address))) throw new SmtpTargetRefused('address')
  return first.address
}

/** Opens the mail servers of merchants behind the guard. Outside of local stand-ins a password is sent over TLS only. */
export function openMerchantSmtp(guard: SmtpGuard): SmtpPort {
  return {
    async open({ host, port, user, password, encryption = 'automatic' }) {
      const address = await checkSmtpTarget({ host, port }, guard)
      const secure = encryption === 'tls' || (encryption === 'automatic' && port === 465)
      const mustUpgrade = !secure && (encryption === 'starttls' || Boolean(user)) && !guard.isLocal(host, port)
      return openSmtpMail(
        {
          host: address,
          port,
          secure,
          requireTLS: mustUpgrade,
          tls: { servername: isIP(host) ? '' : host },
          ...(user ? { auth: { user, pass: password ?? '' } } : {}),
        },
        { connections: 3 },
      )
    },
  }
}
