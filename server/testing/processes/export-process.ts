import { compose } from '../../app/compose.ts'
import { readEnv } from '../../core/env.ts'

/**
 * A worker process for tests that kill it: runs what is queued in DATA_DIR's database and prints how far the newest export is,
 * one number a line, until it has ended.
 */
const app = await compose({ env: readEnv() })
const db = app.deps.access.acrossShops('the command line')
// The embedded database has one process: a lease in it is a dead one's.
await db.reviewExport.updateMany({ where: { status: 'running' }, data: { leaseUntil: null } })
for (let told = -1; ;) {
  const { done, status } = await db.reviewExport.findFirstOrThrow({ orderBy: { id: 'desc' } })
  if (done !== told) console.log(done)
  told = done
  if (status !== 'running') break
  await new Promise((resolve) => setImmediate(resolve))
}
await app.close()
