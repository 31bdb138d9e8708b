import { readEnv } from '../core/env.ts'
import { seedDemo } from '../demo/seed/seed.ts'
import { growReviews } from '../demo/seed/seed-grow.ts'
import { openCommandApp } from './open-app.ts'
import { fail, parseOptions, runProgram } from './program.ts'

const usage =
  'Usage: npm run seed [-- --reviews N]   (writes demo data into an empty database; --reviews adds N more reviews to its shop)'

function options(): { reviews: number | null } {
  const { values } = parseOptions({ options: { reviews: { type: 'string' } } }, usage)
  if (values.reviews === undefined) return { reviews: null }
  const reviews = Number(values.reviews)
  return Number.isInteger(reviews) && reviews > 0 && reviews <= 50_000_000 ? { reviews } : fail(usage, 2)
}

async function run(): Promise<void> {
  const { reviews } = options()
  const env = readEnv()
  if (env.CANDOR_MODE !== 'demo') fail("Demo data can't be added in production. Set CANDOR_MODE=demo.")
  const app = await openCommandApp(env)
  try {
    const started = performance.now()
    const known = await app.deps.access
      .acrossShops('find the shop of a command')
      .shop.findFirst({ select: { id: true } })
    if (!known) await seedDemo(app)
    else if (!reviews) fail('The database already has a shop. Demo data needs an empty database.')
    if (reviews) await growReviews(app, { reviews, say: (line) => console.log(line) })
    console.log(
      JSON.stringify({
        seeded: !known,
        reviews: reviews ?? 0,
        seconds: Math.round((performance.now() - started) / 100) / 10,
      }),
    )
  } finally {
    await app.close()
  }
}

await runProgram(run)
