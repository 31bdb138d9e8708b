import type { Deps } from '../core/context.ts'
import type { Database } from '../core/database/open.ts'
import { openDatabaseAccess } from '../core/database/for-shop.ts'
import type { Env } from '../core/env.ts'
import type { Listener } from '../core/events.ts'
import { openFiles } from '../core/files/open.ts'
import { openWeb, type WebPort } from '../core/files/web.ts'
import { queueDeliveries } from '../shop/integrations/queue-deliveries.ts'
import type { Integration } from '../shop/integrations/integration.ts'
import { INTEGRATIONS } from './integrations.ts'
import type { DatabaseOutage } from '../core/database/outage.ts'
import { makeLogger } from '../core/logger.ts'
import { listeners } from './listeners.ts'
import { personalData } from './personal-data.ts'
import { openMerchantSmtp } from '../requests/mail/merchant-smtp.ts'
import { openPlatform } from './open-platform.ts'
import { makeSecretBox } from '../core/secrets/secrets.ts'
import { makeSigner } from '../core/signing.ts'
import { openDns } from '../core/web/dns.ts'
import { makeGuard, localTargets } from '../core/web/local-targets.ts'

type Ports = Pick<
  Deps,
  | 'env'
  | 'access'
  | 'secrets'
  | 'signer'
  | 'platform'
  | 'files'
  | 'web'
  | 'dns'
  | 'smtp'
  | 'integrations'
  | 'personalData'
  | 'log'
  | 'origin'
  | 'emit'
>

interface PortsOptions {
  env: Env
  database: Database
  outage: DatabaseOutage
  /** Has no trailing slash. */
  origin: string
  web?: WebPort | undefined
  integrations?: readonly Integration[] | undefined
  /** The business clock. */
  now(): Date
}

/** Opens what every process needs, serving or worker: database, keys, and connections to other services. */
export async function openPorts({
  env,
  database,
  outage,
  origin,
  web: given,
  integrations = INTEGRATIONS,
  now,
}: PortsOptions): Promise<Ports> {
  const log = makeLogger(env, outage)
  const access = await openDatabaseAccess(database, log)
  const secrets = makeSecretBox(env.ENCRYPTION_KEY)
  const isLocal = localTargets(env, origin)
  return {
    env,
    access,
    secrets,
    log,
    origin,
    integrations,
    personalData,
    web: given ?? openWeb({ guard: makeGuard(isLocal) }),
    dns: openDns(env, access),
    smtp: openMerchantSmtp({ isLocal }),
    signer: makeSigner(env.SESSION_SECRET),
    platform: openPlatform({ env, access, secrets, origin, now }),
    files: await openFiles(env, origin),
    async emit(ctx, name, payload) {
      for (const listener of listeners[name] as readonly Listener<typeof name>[]) await listener(ctx, payload)
      await queueDeliveries(ctx, name, payload)
    },
  }
}
