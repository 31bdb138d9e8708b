import { createWorld, type World, type WorldOptions } from '../server/testing/world.ts'
import { reachDatabase, type BenchDatabase } from './bench-database.ts'

/** Opens the tests' world on a benchmark's database. With the role `web`, nothing runs in the background. */
export async function openWorld(
  place: BenchDatabase,
  role: 'web' | 'all' = 'web',
  options: Pick<WorldOptions, 'heavyJobs' | 'live'> = {},
): Promise<World & AsyncDisposable> {
  const world = await createWorld({
    ...options,
    database: await reachDatabase(place.reach),
    env: { CANDOR_ROLE: role },
  })
  return { ...world, [Symbol.asyncDispose]: () => world.close() }
}
