import { statementsOf } from './statements.ts'
import type { World } from './world.ts'

/**
 * Counts the statements that read reviews or their counters while `act` runs. Jobs that were queued before read reviews, too, and end
 * first. What the background looks for is not counted.
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
