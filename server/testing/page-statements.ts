import { statementsOf } from './statements.ts'
import type { World } from './world.ts'

/**
 * Counts the statements on reviews or their counters during `act`, over any pool. Excludes background queries and the
 * statement that sets the shop. Waits for earlier jobs, which read reviews, too.
 */
export async function countPageStatements(
  { runJobs }: Pick<World, 'runJobs'>,
  act: () => Promise<unknown>,
): Promise<number> {
  await runJobs()
  return (await statementsOf(act)).filter(
    ({ text }) => /"(Product)?ReviewCount"|"Review"/.test(text) && !text.includes('"ratingDue"'),
  ).length
}
