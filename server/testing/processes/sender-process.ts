import { compose } from '../../app/compose.ts'
import { readEnv } from '../../core/env.ts'

// Worker process that a test kills: the whole application, sending due mails until it ends.
const app = await compose({ env: readEnv(process.env) })
// Expires the leases of killed processes, so that a test need not wait two minutes.
await app.deps.access.acrossShops('the command line')
  .$executeRaw`update "QueueItem" set "leaseUntil" = now() - interval '1 second' where status = 'sending'`
process.send?.('ready')
