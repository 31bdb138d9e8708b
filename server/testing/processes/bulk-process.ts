import { setTimeout as later } from 'node:timers/promises'
import { compose } from '../../app/compose.ts'
import { readEnv } from '../../core/env.ts'

/**
 * Worker process for tests that kill it: runs queued jobs in DATA_DIR's database. Prints the progress of the newest
 * bulk run until it ends, one number per line. The numbers are rows done, or rows restored during an undo.
 */
const app = await compose({ env: readEnv() })
const db = app.deps.access.acrossShops('the command line')
// Only this process works, so any lease is of a killed one.
await db.bulkRun.updateMany({ where: { status: { in: ['running', 'undoing'] } }, data: { leaseUntil: null } })
for (let reported = -1; ;) {
  const { done, restored, kept, status } = await db.bulkRun.findFirstOrThrow({ orderBy: { id: 'desc' } })
  const far = status === 'undoing' ? restored + kept : done
  if (far !== reported) console.log(far)
  reported = far
  if (status !== 'running' && status !== 'undoing') break
  // Limits polling, since the database has one connection.
  await later(5)
}
await app.close()
