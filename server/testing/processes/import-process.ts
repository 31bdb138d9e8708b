import { compose } from '../../app/compose.ts'
import { readEnv } from '../../core/env.ts'

/**
 * Worker process for tests that kill it: runs queued jobs in DATA_DIR's database. Prints the progress of the newest
 * import or its undo until it ends, one number per line.
 */
const app = await compose({ env: readEnv() })
const db = app.deps.access.acrossShops('the command line')
// Only this process works, so any lease is of a killed one.
await db.import.updateMany({ where: { status: { in: ['running', 'undoing'] } }, data: { leaseUntil: null } })
for (let reported = -1; ;) {
  const { done: looked, removed, status } = await db.import.findFirstOrThrow({ orderBy: { id: 'desc' } })
  const done = status === 'undoing' ? removed : looked
  if (done !== reported) console.log(done)
  reported = done
  if (status !== 'running' && status !== 'undoing') break
}
await app.close()
