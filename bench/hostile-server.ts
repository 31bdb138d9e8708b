// Candor over HTTP with its background work, in its own process. "held" returns how long, in ms, the event loop was held
// since the last question. "plant <name>" runs work that has no guard.
import type { AddressInfo } from 'node:net'
import juice from 'juice'
import { Liquid } from 'liquidjs'
import { compose } from '../server/app/compose.ts'
import { benchEnv } from './app.ts'
import { reachDatabase, type DatabaseAddress } from './bench-database.ts'
import { readArgument, reportReady } from './child.ts'

const { reach, variables } = readArgument<{ reach: DatabaseAddress; variables: Record<string, string> }>()
const app = await compose({
  env: benchEnv({ CANDOR_ROLE: 'all', CANDOR_LOG_LEVEL: 'silent', ...variables }),
  database: await reachDatabase(reach),
  heavyJobs: 'child',
})
await app.http.listen({ port: 0, host: '127.0.0.1' })

const everyMs = 2
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
let [last, lastCpu, longest] = [performance.now(), cpuMs(), 0]
setInterval(() => {
  const [now, cpu] = [performance.now(), cpuMs()]
  // Other programs of the machine take the processor, too: that isn't this thread's work.
  longest = Math.max(longest, Math.min(now - last - everyMs, cpu - lastCpu))
  last = now
  lastCpu = cpu
}, everyMs)

/** What the guards are against. */
const planted: Record<string, () => string> = {
  'a quadratic expression': () => `${'/'.repeat(40_000)}x`.replace(/\/+$/, ''),
  'an exponential selector': () =>
    juice.inlineContent(
      `<html><body>${'<div>'.repeat(20)}${'<p>x</p>'.repeat(20)}${'</div>'.repeat(20)}</body></html>`,
      ':has(:has(:has(:has(:has(:has(a)))))){color:red}',
    ),
  'a template without limits': () =>
    String(new Liquid().parseAndRenderSync('{% assign x = (1..400000) | find_exp: "i", "i > 400000" %}')),
}

reportReady(`http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`, async (question) => {
  planted[question.replace('plant ', '')]?.()
  // Lets the timer see what has just happened.
  await new Promise((resolve) => setTimeout(resolve, 5 * everyMs))
  const held = longest
  longest = 0
  return question === 'plants' ? Object.keys(planted) : held
})
