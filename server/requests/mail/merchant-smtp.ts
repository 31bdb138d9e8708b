import { isIP } from 'node:net'
import { isPublicAddress } from '../../core/files/public-address.ts'
import { resolveName, type Address } from '../../core/files/resolve-name.ts'
import type { IsLocalTarget } from '../../core/web/local-targets.ts'
import { openSmtpMail, type SmtpMail } from './smtp.ts'

const SMTP_PORTS: readonly number[] = [25, 465, 587, 2525]
const resolveMs = 10_000

export interface MerchantServer {
  host: string
  port: number
  user?: string
  password?: string
  /** `automatic`: TLS from the first byte on port 465, STARTTLS on others. */
  encryption?: 'automatic' | 'tls' | 'starttls'
}

export interface SmtpPort {
  /** Opens a mail server. Each call checks the host and connects to the checked address. @throws SmtpTargetRefused */
  open(server: MerchantServer): Promise<SmtpMail>
}

/** `port`: not a mail port. `address`: not a public address. `unreachable`: the name doesn't resolve. */
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

/** Resolves a merchant's host to a public address and checks the port. @throws SmtpTargetRefused */
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
  // One non-public address refuses the name.
  if (!local && !addresses.every(({ address }) => isPublicAddress(address))) throw new SmtpTargetRefused('address')
  return first.address
}

/** Opens merchants' mail servers through the guard. Passwords require TLS, except for local stand-ins. */
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
