// The whole application on the bench's database, which sends what is due until it is ended. Leases of a killed one before it are over.
import { compose } from '../server/app/compose.ts'
import { benchEnv } from './app.ts'
import { readArgument, reportReady } from './child.ts'
import { reachDatabase, type DatabaseAddress } from './bench-database.ts'

const { reach, smtp } = readArgument<{ reach: DatabaseAddress; smtp: string }>()
const app = await compose({
  env: benchEnv({ CANDOR_ROLE: 'all', SMTP_URL: smtp }),
  database: await reachDatabase(reach),
})
await app.deps.access.acrossShops('the command line')
  .$executeRaw`update "QueueItem" set "leaseUntil" = now() - interval '1 second' where status = 'sending'`
reportReady('')
