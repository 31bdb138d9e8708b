import { findTraces } from '../server/testing/checks/traces.ts'
import { emptyVerdict, recordPlanted, type Verdict } from '../server/testing/checks/verdict.ts'
import { postWebhook } from '../server/testing/orders.ts'
import { seedPerson } from '../server/testing/person.ts'
import { addThings } from '../server/testing/things.ts'
import type { World } from '../server/testing/world.ts'
import type { PromiseBench } from './bench.ts'
import { openWorld } from './world.ts'

const people = 5

export const r23: PromiseBench = {
  id: 'R23',
  title: 'customers and a shop that the platform asks to erase: no trace in any table, job, file or log',
  async onPromise({ place, say }) {
    await using world = await openWorld(place, 'all')
    const verdict = emptyVerdict()
    const lines = readLog(world)
    for (let number = 0; number < people; number++) await erasePerson(world, verdict)
    await eraseShop(world, verdict)
    const logged = lines.filter((line) => /\b(zo\.[0-9a-f]{8}|Quill[0-9a-f]{8})/.test(line))
    verdict.found.push(...logged.map((line) => `the log has ${line.slice(0, 200)}`))
    say(`${people} customers and a shop erased, ${lines.length} lines of the log read`)
    return verdict
  },
}

/** Copies what the application logs at every level. */
function readLog({ app }: World): string[] {
  const lines: string[] = []
  for (const level of ['debug', 'info', 'warn', 'error'] as const) {
    const write = app.deps.log[level].bind(app.deps.log)
    app.deps.log[level] = (...parts: Parameters<typeof write>) => {
      lines.push(JSON.stringify(parts, (_key, value: unknown) => (value instanceof Error ? value.stack : value)))
      write(...parts)
    }
  }
  return lines
}

async function erasePerson(world: World, verdict: Verdict): Promise<void> {
  const person = await seedPerson(world)
  const before = await findTraces(world, person.words)
  verdict.tried += before.length
  recordPlanted(verdict, 'a person before the erasure', before.length > 20)
  const { platformId, email, phone } = person
  const payload = { customer: { id: Number(platformId), email, phone }, orders_to_redact: [] }
  await postWebhook(world, 'customers/data_request', { payload })
  await world.runJobs()
  await postWebhook(world, 'customers/redact', { payload })
  await world.runJobs()
  verdict.found.push(...(await findTraces(world, person.words)))
  const now = world.ctx.now()
  const where = { shopId_email_reason: { shopId: world.shop.id, email, reason: 'blocked' } }
  await world.ctx.db.suppression.create({ data: { shopId: world.shop.id, email, reason: 'blocked', createdAt: now } })
  recordPlanted(verdict, 'an address that was left', (await findTraces(world, person.words)).length > 0)
  await world.ctx.db.suppression.delete({ where })
}

async function eraseShop(world: World, verdict: Verdict): Promise<void> {
  const shop = world.otherShop
  const { mark } = await addThings(world, shop)
  const { shopifyDomain: shopDomain } = shop
  const words = [mark, shopDomain, shop.email]
  await postWebhook(world, 'app/uninstalled', { payload: { id: 1 }, shopDomain })
  await world.advance({ days: 2 })
  verdict.tried += (await findTraces(world, words)).length
  await postWebhook(world, 'shop/redact', { payload: { shop_domain: shopDomain }, shopDomain })
  await world.runJobs()
  verdict.found.push(...(await findTraces(world, words)))
}
