import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals'
import { longestBodyMs, questionsAtOnce } from '../../../rules/limits.ts'
import { halfSent, type HalfSent } from '../../testing/checks/half-sent.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
const sockets: Socket[] = []
beforeAll(async () => {
  world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
})
afterEach(() => {
  jest.restoreAllMocks()
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => world.close())

const body = '{"query":"{ viewer { shop { name } } }"}'

async function halfSentBy(count: number): Promise<HalfSent[]> {
  const slow: HalfSent[] = []
  while (slow.length < count)
    slow.push(await halfSent(world, { path: '/graphql', contentType: 'application/json', body, first: 9 }))
  sockets.push(...slow.map(({ socket }) => socket))
  return slow
}

test('those who send their bodies slowly delay no other request of their shop, and are answered when they have', async () => {
  const slow = await halfSentBy(questionsAtOnce * 3)
  expect(await world.graphql('{ viewer { shop { name } } }')).toEqual({
    data: { viewer: { shop: { name: 'Shop world' } } },
  })
  for (const { sendTheRest } of slow) sendTheRest()
  for (const answer of await Promise.all(slow.map(({ answer: whole }) => whole)))
    expect(answer).toMatch(/^HTTP\/1.1 200 OK[^]*"Shop world"/)
})

test('a body that does not come is not waited for for ever, and leaves nothing behind', async () => {
  const waits = jest.spyOn(globalThis, 'setTimeout')
  const slow = await halfSentBy(questionsAtOnce)
  // Asked after them, answered after the server has begun with them.
  await world.graphql('{ viewer { shop { name } } }')
  for (const [come, milliseconds] of waits.mock.calls) if (milliseconds === longestBodyMs) come()
  for (const answer of await Promise.all(slow.map(({ answer: whole }) => whole)))
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
  const answers = await Promise.all(
    Array.from({ length: questionsAtOnce * 2 }, () => world.graphql('{ viewer { mode } }')),
  )
  expect(answers.map(({ errors }) => errors)).toEqual(answers.map(() => undefined))
})
