import { expect, test } from '@jest/globals'
import { makeTurns } from './turns-by-owner.ts'

const soon = () => new Promise((resolve) => setImmediate(resolve))

test('serves a few of an owner at a time and the others in order, without delaying other owners', async () => {
  const turns = makeTurns({ atOnce: 2, mostWaiting: 10 })
  const came: string[] = []
  const take = (owner: string, name: string) =>
    turns.take(owner).then((end) => {
      came.push(name)
      return end
    })
  const [first, second] = [await take('a', 'a1'), await take('a', 'a2')]
  const third = take('a', 'a3')
  const fourth = take('a', 'a4')
  const other = await take('b', 'b1')
  await soon()
  expect(came).toEqual(['a1', 'a2', 'b1'])
  first()
  first()
  const endThird = await third
  await soon()
  expect(came).toEqual(['a1', 'a2', 'b1', 'a3'])
  second()
  const endFourth = await fourth
  for (const end of [endThird, endFourth, other]) end()
  // All is as at the beginning.
  await Promise.all([take('a', 'a5'), take('a', 'a6')])
  expect(came.slice(-2)).toEqual(['a5', 'a6'])
})

test('refuses a caller while too many wait', async () => {
  const turns = makeTurns({ atOnce: 1, mostWaiting: 1 })
  const end = await turns.take('a')
  const waiting = turns.take('a')
  await expect(turns.take('a')).rejects.toMatchObject({ code: 'tooManyAttempts' })
  end()
  expect(typeof (await waiting)).toBe('function')
})

test('refuses a caller that has waited too long, and serves those behind it', async () => {
  const turns = makeTurns({ atOnce: 1, mostWaiting: 2 })
  const end = await turns.take('a')
  const impatient = turns.take('a', 0)
  const behind = turns.take('a', 60_000)
  await expect(impatient).rejects.toMatchObject({ code: 'tooManyAttempts' })
  end()
  expect(typeof (await behind)).toBe('function')
})

test('frees the place of work that fails', async () => {
  const turns = makeTurns({ atOnce: 1, mostWaiting: 1 })
  await expect(turns.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await turns.run('a', () => Promise.resolve('done'))).toBe('done')
})
