import { expect, test } from '@jest/globals'
import { limitByKey } from './limit-by-key.ts'

const soon = () => new Promise((resolve) => setImmediate(resolve))

test('serves a few of a key at a time and the others in order, without delaying other keys', async () => {
  const limit = limitByKey({ atOnce: 2, waiting: 10 })
  const came: string[] = []
  const acquire = (key: string, name: string) =>
    limit.acquire(key).then((end) => {
      came.push(name)
      return end
    })
  const [first, second] = [await acquire('a', 'a1'), await acquire('a', 'a2')]
  const third = acquire('a', 'a3')
  const fourth = acquire('a', 'a4')
  const other = await acquire('b', 'b1')
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
  // All places are free again.
  await Promise.all([acquire('a', 'a5'), acquire('a', 'a6')])
  expect(came.slice(-2)).toEqual(['a5', 'a6'])
})

test('refuses a caller while too many wait', async () => {
  const limit = limitByKey({ atOnce: 1, waiting: 1, refusal: 'tooManyChecks' })
  const end = await limit.acquire('a')
  const waiting = limit.acquire('a')
  await expect(limit.acquire('a')).rejects.toMatchObject({ code: 'tooManyChecks' })
  expect(limit.tryAcquire('a')).toBeNull()
  end()
  expect(typeof (await waiting)).toBe('function')
})

test('takes a free slot without waiting, and none of a slot that a waiting caller inherits', async () => {
  const limit = limitByKey({ atOnce: 1, waiting: 1 })
  const end = limit.tryAcquire('a')
  const waiting = limit.acquire('a')
  end?.()
  expect(limit.tryAcquire('a')).toBeNull()
  const next = await waiting
  next()
  expect(limit.tryAcquire('a')).not.toBeNull()
})

test('refuses a caller after a timeout, and serves the callers behind it', async () => {
  const limit = limitByKey({ atOnce: 1, waiting: 2 })
  const end = await limit.acquire('a')
  const impatient = limit.acquire('a', 0)
  const behind = limit.acquire('a', 60_000)
  await expect(impatient).rejects.toMatchObject({ code: 'tooManyAttempts' })
  end()
  expect(typeof (await behind)).toBe('function')
})

test('frees the place of failed work', async () => {
  const limit = limitByKey({ atOnce: 1, waiting: 1 })
  await expect(limit.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await limit.run('a', () => Promise.resolve('done'))).toBe('done')
})
