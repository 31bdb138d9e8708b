// The whole application on the benchmark's database, sending due emails until ended. Leases of a killed predecessor
// have expired.
import { compose } from '../server/app/compose.ts'
import { benchEnv } from './app.ts'
import { readArgument, reportReady } from './child.ts'
import { reachDatabase, type DatabaseAddress } from './bench-database.ts'

const { reach, smtp, variables } = readArgument<{
  reach: DatabaseAddress
  smtp: string
  variables?: Record<string, string>
}>()
const app = await compose({
  env: benchEnv({ CANDOR_ROLE: 'all', SMTP_URL: smtp, ...variables }),
  database: await reachDatabase(reach),
})
await app.deps.access.acrossShops('the command line')
  .$executeRaw`update "QueueItem" set "leaseUntil" = now() - interval '1 second' where status = 'sending'`
reportReady('')
