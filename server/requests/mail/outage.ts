import type { DatabaseAccess } from '../../core/database/for-shop.ts'
import type { Logger } from '../../core/logger.ts'
import { MailRefused, type MailPort } from './mail.ts'

/** A process tells of an outage once in so long, however many mails are refused. */
const tellEveryMs = 60_000
/** After so long without a refused mail the server may be back: due mails are tried every half hour. */
const outageMs = 3_600_000
const id = 'smtp'

interface Means {
  access: DatabaseAccess
  log: Pick<Logger, 'error' | 'info' | 'warn'>
}

/** The same mail port, which notes for all processes and in the log when the mail server cannot be reached, and when it can again. */
export function trackMailOutage(port: MailPort, { access, log }: Means): MailPort {
  const outages = () => access.acrossShops('watch the mail server').mailOutage
  // The first mail that leaves also ends an outage that an earlier process noted.
  let isKnownToWork = false
  let toldAt = 0
  let refused = 0
  const keep = (change: Promise<unknown>) =>
    change.catch((error: unknown) => log.warn({ err: error }, 'an outage of the mail server could not be noted'))

  async function noteOutage({ message }: MailRefused): Promise<void> {
    isKnownToWork = false
    refused += 1
    const now = Date.now()
    if (now - toldAt < tellEveryMs) return
    log.error({ refused, reason: message }, 'the mail server cannot be reached: emails wait')
    toldAt = now
    refused = 0
    const last = new Date(now)
    await keep(outages().upsert({ where: { id }, create: { id, since: last, last }, update: { last } }))
  }

  async function noteSuccess(): Promise<void> {
    if (isKnownToWork) return
    isKnownToWork = true
    toldAt = 0
    const ended = outages()
      .deleteMany({ where: { id } })
      .then(({ count }) => count > 0 && log.info('the mail server can be reached again'))
    await keep(ended)
  }

  return {
    async send(mail) {
      try {
        const sent = await port.send(mail)
        await noteSuccess()
        return sent
      } catch (error) {
        if (error instanceof MailRefused && error.outage) await noteOutage(error)
        throw error
      }
    },
    close: () => port.close(),
  }
}

/** Since when the mail server cannot be reached, by the machine's clock; null while mails leave. */
export async function findMailOutage({ access }: Pick<Means, 'access'>): Promise<Date | null> {
  const outage = await access
    .acrossShops('watch the mail server')
    .mailOutage.findFirst({ where: { id, last: { gt: new Date(Date.now() - outageMs) } } })
  return outage?.since ?? null
}
