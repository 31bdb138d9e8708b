import { expect, test } from '@jest/globals'
import { allowedSlots, openGate } from './gate.ts'

test.each([
  { name: 'a mail server on the internet', sending: 200, writing: 5, allowed: 5 }, { name: 'one beside the database', sending: 2, writing: 4, allowed: 3 },
  { name: 'one that takes no time', sending: 0, writing: 4, allowed: 2 }, { name: 'a database that takes no time', sending: 2, writing: 0, allowed: 5 },
])('$name: $sending ms of sending and $writing ms of writing allow $allowed emails', ({ sending, writing, allowed }) => {
  expect(allowedSlots({ sending, writing, most: 5 })).toBe(allowed)
})

test('starts with two emails and lets more begin when the mail server turns out slow', async () => {
  const gate = openGate(5)
  let begun = 0
  const begin = () => void gate.enter().then(() => { begun += 1 })
  for (let at = 0; at < 7; at++) begin()
  await Promise.resolve()
  expect(begun).toBe(2)
  gate.leave(200, 5)
  await Promise.resolve()
  expect(begun).toBe(6)
  gate.leave(200, 5)
  await Promise.resolve()
  expect(begun).toBe(7)
})
