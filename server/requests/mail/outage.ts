import type { DatabaseAccess } from '../../core/database/for-shop.ts'
import type { Logger } from '../../core/logger.ts'
import { MailRefused, type MailPort } from './mail.ts'

/** Log interval: a process reports an outage once a minute, however many mails are refused. */
const tellEveryMs = 60_000
/** After an hour without a refused mail the server may be back. Due mails are tried every half hour. */
const outageMs = 3_600_000
const id = 'smtp'

interface Means {
  access: DatabaseAccess
  log: Pick<Logger, 'error' | 'info' | 'warn'>
}

/** Wraps a mail port. Records for all processes, and logs, when mail server outages start and end. */
export function trackMailOutage(port: MailPort, { access, log }: Means): MailPort {
  const outages = () => access.acrossShops('watch the mail server').mailOutage
  // The first sent mail also ends an outage that an earlier process recorded.
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

/** Returns the start of the outage by the machine's clock; null while mail is sent. */
export async function findMailOutage({ access }: Pick<Means, 'access'>): Promise<Date | null> {
  const outage = await access
    .acrossShops('watch the mail server')
    .mailOutage.findFirst({ where: { id, last: { gt: new Date(Date.now() - outageMs) } } })
  return outage?.since ?? null
}
