import { expect, test } from '@jest/globals'
import { runInSlots, type SlotState } from './media-slots.ts'

interface Piece {
  shopId: string
  name: string
  alone: boolean
}

const piece = (name: string, shopId = 'a'): Piece => ({ shopId, name, alone: false })
const never = new AbortController().signal

/** Returns a queue that gives its items at once, and work that ends on command. */
function bench(queue: Piece[]) {
  const hands: (Omit<SlotState, 'held'> & { held: Record<string, number> })[] = []
  const begun: string[] = []
  const open = new Map<string, { resolve: () => void; reject: (error: Error) => void }>()
  return {
    hands,
    begun,
    queue,
    end: (name: string) => open.get(name)?.resolve(),
    fail: (name: string) => open.get(name)?.reject(new Error(name)),
    async take(hand: SlotState) {
      hands.push({ ...hand, held: Object.fromEntries(hand.held) })
      await Promise.resolve()
      return queue.splice(0, hand.free)
    },
    work(one: Piece) {
      begun.push(one.name)
      return new Promise<void>((resolve, reject) => open.set(one.name, { resolve, reject }))
    },
  }
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 20))

test('runs six at a time and refills a free slot at once', async () => {
  const at = bench(Array.from({ length: 8 }, (_one, index) => piece(String(index))))
  const over = runInSlots({ ...at, stopping: never })
  await soon()
  expect(at.begun).toHaveLength(6)
  at.end('3')
  await soon()
  expect(at.begun).toHaveLength(7)
  expect(at.hands[1]).toEqual({ free: 1, held: { a: 5 }, most: 4, alone: false })
  at.end('0')
  await soon()
  for (const name of at.begun) at.end(name)
  await over
  expect(at.begun).toHaveLength(8)
})

test('takes newly due work while something slow is running', async () => {
  const at = bench([piece('slow')])
  const over = runInSlots({ ...at, stopping: never })
  await soon()
  at.queue.push({ ...piece('later', 'b'), alone: true })
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  expect(at.begun).toEqual(['slow', 'later'])
  at.end('slow')
  await soon()
  expect(at.hands.at(-1)).toMatchObject({ held: { b: 1 }, alone: true })
  at.end('later')
  await over
})

test('skips nothing when the work that blocked it has just ended', async () => {
  const at = bench([piece('first'), piece('quick')])
  const take = async (hand: SlotState) => {
    // Allows one per host. The first ends during the query for the second.
    if (hand.held.size > 0) at.end('first')
    await soon()
    return hand.held.size > 0 ? [] : at.queue.splice(0, 1)
  }
  const work = async (one: Piece) => {
    const done = at.work(one)
    if (one.name === 'quick') at.end('quick')
    await done
  }
  await runInSlots({ take, work, stopping: never })
  expect(at.begun).toEqual(['first', 'quick'])
})

test('takes only other shops’ work after its time limit, until the running work ends', async () => {
  const at = bench([piece('slow'), piece('quick', 'b')])
  const over = runInSlots({ ...at, stopping: never, takesFor: 60 })
  await new Promise((resolve) => setTimeout(resolve, 100))
  at.end('quick')
  await soon()
  expect(at.hands.at(-1)?.held).toEqual({ a: 4 })
  at.queue.push(piece('next', 'b'))
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  expect(at.begun).toEqual(['slow', 'quick', 'next'])
  at.end('slow')
  await soon()
  at.queue.push(piece('too late', 'b'))
  at.end('next')
  await over
  expect(at.begun).toEqual(['slow', 'quick', 'next'])
})

test('takes nothing more after a stop signal, and waits for running work', async () => {
  const stops = new AbortController()
  const at = bench(Array.from({ length: 9 }, (_one, index) => piece(String(index))))
  let over = false
  const done = runInSlots({ ...at, stopping: stops.signal }).then(() => {
    over = true
  })
  await soon()
  stops.abort()
  at.end('0')
  await soon()
  expect([at.begun.length, over]).toEqual([6, false])
  for (const name of at.begun) at.end(name)
  await done
})

test('reports a failure once all running work is done, and takes nothing after it', async () => {
  const at = bench(Array.from({ length: 9 }, (_one, index) => piece(String(index))))
  let failure: unknown
  const done = runInSlots({ ...at, stopping: never }).catch((error: unknown) => {
    failure = error
  })
  await soon()
  at.fail('2')
  at.fail('3')
  await soon()
  expect([at.begun.length, failure]).toEqual([6, undefined])
  for (const name of at.begun) at.end(name)
  await done
  expect(failure).toEqual(new Error('2'))
})

test('reports a failure to take work', async () => {
  const at = bench([])
  await expect(
    runInSlots({ ...at, take: () => Promise.reject(new Error('no database')), stopping: never }),
  ).rejects.toThrow('no database')
})
