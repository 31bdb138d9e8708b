import type { Logger } from 'pino'
import { isTemporary } from '../background/temporary-errors.ts'

/** Whether the database is away. A process logs its loss and its return, and counts the errors in between. */
export interface DatabaseOutage {
  /** The connection was lost, or could not be opened again. */
  begin(log: Logger): void
  end(log: Logger): void
  /** Returns whether an error follows from the outage, and counts it. */
  absorbs(error: unknown): boolean
}

export function makeDatabaseOutage(): DatabaseOutage {
  let since: number | null = null
  let errors = 0
  return {
    begin(log) {
      if (since !== null) return
      since = Date.now()
      errors = 0
      log.error('the database connection was lost: requests fail and jobs wait')
    },
    end(log) {
      if (since === null) return
      const seconds = Math.round((Date.now() - since) / 1000)
      since = null
      log.warn({ seconds, errors }, 'the database can be reached again')
    },
    absorbs(error) {
      if (since === null || !isTemporary(error)) return false
      errors += 1
      return true
    },
  }
}
