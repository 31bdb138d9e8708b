import { compose } from '../../app/compose.ts'
import { readEnv } from '../../core/env.ts'

/**
 * Worker process for tests that kill it: runs queued jobs in DATA_DIR's database. Prints the progress of the newest
 * archive until it ends, one number per line.
 */
const app = await compose({ env: readEnv() })
const db = app.deps.access.acrossShops('the command line')
for (let reported = -1; ;) {
  const { done, status } = await db.shopArchive.findFirstOrThrow({ orderBy: { id: 'desc' } })
  if (done !== reported) console.log(done)
  reported = done
  if (status !== 'running') break
  await new Promise((resolve) => setImmediate(resolve))
}
await app.close()
