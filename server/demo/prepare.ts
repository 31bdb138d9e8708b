import type { App } from '../compose.ts'
import { seedDemo } from '../testing/seed.ts'

/** Fills an empty database with the demo's shop; one that has a shop is left as it is. */
export async function prepareDemo(app: App, say: (line: string) => void): Promise<void> {
  const known = await app.deps.doors.acrossShops('the demo platform').shop.findFirst({ select: { id: true } })
  if (known) return
  say('  Demo data ...')
  await seedDemo(app)
}
