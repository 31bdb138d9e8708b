// The whole application on the bench's database, which sends what is due until it is ended. Leases of a killed one before it are over.
import { compose } from '../server/app/compose.ts'
import { benchEnv } from './app.ts'
import { argument, isReady } from './child.ts'
import { reachDatabase, type Reach } from './place.ts'

const { reach, smtp } = argument<{ reach: Reach; smtp: string }>()
const app = await compose({
  env: benchEnv({ CANDOR_ROLE: 'all', SMTP_URL: smtp }),
  database: await reachDatabase(reach),
})
await app.deps.doors.acrossShops('the command line')
  .$executeRaw`update "QueueItem" set "leaseUntil" = now() - interval '1 second' where status = 'sending'`
isReady('')
