import { expect, test } from '@jest/globals'
import type { Logger } from 'pino'
import { makeDatabaseOutage } from './outage.ts'

test('logs the loss and the return once, and counts the errors in between', () => {
  const lines: unknown[] = []
  const keep = (...line: unknown[]) => void lines.push(line)
  const log = { error: keep, warn: keep } as unknown as Logger
  const outage = makeDatabaseOutage()
  const lost = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  expect(outage.absorbs(lost)).toBe(false)
  outage.begin(log)
  outage.begin(log)
  expect([lost, lost, new TypeError('a bug'), undefined].map((error) => outage.absorbs(error))).toEqual([
    true,
    true,
    false,
    false,
  ])
  outage.end(log)
  outage.end(log)
  expect(outage.absorbs(lost)).toBe(false)
  expect(lines).toEqual([
    ['the database connection was lost: requests fail and jobs wait'],
    [{ seconds: 0, errors: 2 }, 'the database can be reached again'],
  ])
})
