// Runs the newest import from check to end and reports each status. The bench kills this worker at any moment. Claims
// of a dead worker are released at once, as if the lease of ten seconds had expired.
import { compose } from '../server/app/compose.ts'
import { readEnv } from '../server/core/env.ts'
import { requireImport, startImport } from '../server/imports/imports.ts'
import { setTimeout as later } from 'node:timers/promises'
import { readArgument } from './child.ts'

const pollMs = 10

const { variables } = readArgument<{ variables: Record<string, string> }>()
const app = await compose({ env: readEnv({ ...variables, CANDOR_ROLE: 'worker' }) })
const db = app.deps.access.acrossShops('the command line')
const { id, shopId } = await db.import.findFirstOrThrow({ orderBy: { id: 'desc' } })
await db.import.updateMany({
  where: { id, status: { in: ['running', 'checking'] } },
  data: { leaseUntil: new Date(0) },
})
const ctx = app.contextOf(await db.shop.findUniqueOrThrow({ where: { id: shopId } }), { kind: 'system', name: 'bench' })
for (let reported = ''; ;) {
  const { status, done } = await requireImport(ctx, id)
  if (`${status} ${done}` !== reported) process.send?.((reported = `${status} ${done}`))
  if (status === 'checked') await startImport(ctx, id, { answers: [{ question: 'unmatched', answer: 'skip' }] })
  else if (status !== 'checking' && status !== 'running') break
  await later(pollMs)
}
await app.close()
process.disconnect()
