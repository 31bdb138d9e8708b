import { compose } from '../../app/compose.ts'
import { readEnv } from '../../core/env.ts'

// A worker process that a test kills: the whole application, sending what is due, until it is ended.
const app = await compose({ env: readEnv(process.env) })
// Whoever was killed before left leases; a test does not wait the two minutes until they run out.
await app.deps.access.acrossShops('the command line')
  .$executeRaw`update "QueueItem" set "leaseUntil" = now() - interval '1 second' where status = 'sending'`
process.send?.('ready')
