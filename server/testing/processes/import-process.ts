import { compose } from '../../app/compose.ts'
import { readEnv } from '../../core/env.ts'

/**
 * A worker process for tests that kill it: runs what is queued in DATA_DIR's database and prints how far the newest import,
 * or its undo, is, one number a line, until it has ended.
 */
const app = await compose({ env: readEnv() })
const db = app.deps.access.acrossShops('the command line')
// The embedded database has one process: a lease in it is a dead one's.
await db.import.updateMany({ where: { status: { in: ['running', 'undoing'] } }, data: { leaseUntil: null } })
for (let told = -1; ;) {
  const { done: looked, removed, status } = await db.import.findFirstOrThrow({ orderBy: { id: 'desc' } })
  const done = status === 'undoing' ? removed : looked
  if (done !== told) console.log(done)
  told = done
  if (status !== 'running' && status !== 'undoing') break
}
await app.close()
