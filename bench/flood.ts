// Floods a review form from its own process, so that the senders' cost doesn't slow the merchant's requests. Each
// question posts for a minute and returns the number of responses by status.
import { Agent } from 'node:http'
import { setTimeout as later } from 'node:timers/promises'
import { readArgument, reportReady } from './child.ts'
import { fetchAnswer } from './load.ts'

export interface Flood {
  url: string
  path: string
  posts: number
  seconds: number
  /** Number of further client addresses: every second post comes from one address, the others from these. */
  addresses: number
}

const { url, path, posts, seconds, addresses } = readArgument<Flood>()
reportReady(url, async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const statuses: Record<string, number> = {}
  const started = performance.now()
  const answers: Promise<void>[] = []
  for (let at = 0; at < posts; at++) {
    const wait = started + (at * seconds * 1000) / posts - performance.now()
    if (wait > 1) await later(wait)
    const address =
      at % 2 === 0
        ? '203.0.113.1'
        : `198.51.${100 + Math.floor((at % (2 * addresses)) / 400)}.${(Math.floor(at / 2) % addresses) % 250}`
    const body = new URLSearchParams({
      rate: String(1 + (at % 5)),
      title: `Flood ${at}`,
      content: `Written by a machine, number ${at}.`,
      name: 'Flo',
      email: `flo${at}@reader.test`,
    }).toString()
    answers.push(
      fetchAnswer(
        url,
        {
          path,
          method: 'POST',
          body,
          headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
        },
        agent,
      ).then(({ status }) => {
        statuses[status] = (statuses[status] ?? 0) + 1
      }),
    )
  }
  await Promise.all(answers)
  agent.destroy()
  return statuses
})
