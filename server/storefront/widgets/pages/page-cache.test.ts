import { expect, test } from '@jest/globals'
import { forgetAll, forgetProduct, readThroughUrlCache } from './page-cache.ts'

let rows = 0
const newShop = () => ({ id: `shop ${rows++}` })
const answer = (text: string) => ({ body: Buffer.from(text) })

/** Makes numbered answers, each returned on release. */
function maker() {
  const waiting: (() => void)[] = []
  return {
    get made() {
      return waiting.length
    },
    make: () => {
      const number = waiting.length + 1
      return new Promise<{ body: Buffer }>((resolve) => waiting.push(() => resolve(answer(String(number)))))
    },
    release: () => waiting.forEach((ready) => ready()),
  }
}

test('makes an answer once until its shop changes', async () => {
  const shop = newShop()
  let made = 0
  const read = async (row = shop) =>
    (await readThroughUrlCache(row, '/a', async () => answer(String(++made)))).body.toString()
  expect([await read(), await read()]).toEqual(['1', '1'])
  forgetProduct(shop.id, 'any product')
  expect([await read(), await read()]).toEqual(['2', '2'])
  expect(await read({ ...shop })).toBe('3')
  forgetAll()
  expect(await read()).toBe('4')
})

test('shares an answer in progress between concurrent readers', async () => {
  const [shop, slow] = [newShop(), maker()]
  const reads = [readThroughUrlCache(shop, '/a', slow.make), readThroughUrlCache(shop, '/a', slow.make)]
  slow.release()
  expect((await Promise.all(reads)).map(({ body }) => body.toString())).toEqual(['1', '1'])
  expect(slow.made).toBe(1)
})

test('gives a reader after a change no answer that was begun before it', async () => {
  const [shop, slow] = [newShop(), maker()]
  const before = readThroughUrlCache(shop, '/a', slow.make)
  forgetProduct(shop.id, 'any product')
  const after = readThroughUrlCache(shop, '/a', slow.make)
  slow.release()
  expect([(await before).body.toString(), (await after).body.toString()]).toEqual(['1', '2'])
  expect((await readThroughUrlCache(shop, '/a', slow.make)).body.toString()).toBe('2')
})

test('keeps neither an empty answer nor a failure', async () => {
  const shop = newShop()
  expect((await readThroughUrlCache(shop, '/a', async () => answer(''))).body.length).toBe(0)
  await expect(readThroughUrlCache(shop, '/a', async () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect((await readThroughUrlCache(shop, '/a', async () => answer('there'))).body.toString()).toBe('there')
})
