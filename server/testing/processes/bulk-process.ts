import { setTimeout as later } from 'node:timers/promises'
import { compose } from '../../app/compose.ts'
import { readEnv } from '../../core/env.ts'

/**
 * A worker process for tests that kill it: runs what is queued in DATA_DIR's database and prints how far the newest act on many is
 * (rows done, or in its undo rows put back), one number a line, until it has ended.
 */
const app = await compose({ env: readEnv() })
const db = app.deps.access.acrossShops('the command line')
// The embedded database has one process: a lease in it is a dead one's.
await db.bulkRun.updateMany({ where: { status: { in: ['running', 'undoing'] } }, data: { leaseUntil: null } })
for (let told = -1; ;) {
  const { done, restored, kept, status } = await db.bulkRun.findFirstOrThrow({ orderBy: { id: 'desc' } })
  const far = status === 'undoing' ? restored + kept : done
  if (far !== told) console.log(far)
  told = far
  if (status !== 'running' && status !== 'undoing') break
  // The one backend has better things to do than to answer us.
  await later(5)
}
await app.close()
