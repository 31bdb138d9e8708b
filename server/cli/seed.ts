import { parseArgs } from 'node:util'
import { compose, type App } from '../compose.ts'
import { readEnv } from '../env.ts'
import { seedDemo } from '../testing/seed.ts'
import { growReviews } from '../testing/seed-grow.ts'

const usage = 'Usage: npm run seed [-- --reviews N]   (demo data into an empty database; with --reviews, N reviews more for its shop)'
/** The embedded database holds everything in one process: a million rows belong on a server. */
const mostEmbedded = 50_000

function fail(sentence: string, code: number): never {
  console.error(sentence)
  process.exit(code)
}

function options(): { reviews: number | null } {
  try {
    const { values } = parseArgs({ options: { reviews: { type: 'string' } } })
    if (values.reviews === undefined) return { reviews: null }
    const reviews = Number(values.reviews)
    return Number.isInteger(reviews) && reviews > 0 && reviews <= 50_000_000 ? { reviews } : fail(usage, 2)
  } catch {
    return fail(usage, 2)
  }
}

const { reviews } = options()
const env = readEnv()
if (env.CANDOR_MODE !== 'demo') fail('Demo data does not go into a production database. Set CANDOR_MODE=demo.', 1)
if (reviews && reviews > mostEmbedded && !env.DATABASE_URL) fail(`More than ${mostEmbedded.toLocaleString('en')} reviews need a PostgreSQL server: set DATABASE_URL.`, 1)
// It serves nobody and sends nothing.
const app: App = await compose({ env: { ...env, CANDOR_ROLE: 'web' } }).catch((error: unknown) => fail(error instanceof Error ? error.message : String(error), 1))
try {
  const started = performance.now()
  const known = await app.deps.doors.acrossShops('the command line').shop.findFirst({ select: { id: true } })
  if (!known) await seedDemo(app)
  else if (!reviews) fail('The database has a shop already: demo data goes into an empty one only.', 1)
  if (reviews) await growReviews(app, { reviews, say: (line) => console.log(line) })
  console.log(JSON.stringify({ seeded: !known, reviews: reviews ?? 0, seconds: Math.round((performance.now() - started) / 100) / 10 }))
} finally {
  await app.close()
}
