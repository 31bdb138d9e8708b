// The child that fills an empty database with the demo, paints its pictures, then ends.
import { joinDatabase } from '../core/database/open.ts'
import { makeContext } from '../core/context.ts'
import { paintSnapshots } from '../demo/paint.ts'
import { seedDemo } from '../demo/seed/seed.ts'
import { openBackground } from './background.ts'
import type { ChildSetup } from './child-process.ts'

// The parent died.
process.on('disconnect', () => process.exit(1))
process.once('message', (setup: ChildSetup) => {
  seed(setup).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})

async function seed({ env, origin, database: given }: ChildSetup): Promise<void> {
  const database = joinDatabase(given)
  const background = await openBackground({ env, database, origin, only: [] })
  const { deps } = background
  const known = await deps.access.acrossShops('the demo platform').shop.findFirst({ select: { id: true } })
  if (!known) await seedDemo({ deps, contextOf: (shop, actor) => makeContext(deps, shop, actor) })
  process.send?.('filled')
  await paintSnapshots(deps)
  await background.close()
  await database.close()
}
