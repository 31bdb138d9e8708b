import { expect, test } from '@jest/globals'
import { makeLogger } from '../logger.ts'
import { makeDatabaseOutage } from './outage.ts'

test('logs the loss and the return of the database once, and counts the errors in between', () => {
  const lines: Record<string, unknown>[] = []
  const outage = makeDatabaseOutage()
  const log = makeLogger({ CANDOR_LOG_LEVEL: 'info', CANDOR_ROLE: 'worker' }, outage, {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  })
  const lost = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  log.error({ err: lost }, 'before')
  for (let attempt = 0; attempt < 3; attempt++) {
    outage.begin(log)
    log.error({ err: lost }, 'jobs')
  }
  log.error({ err: new TypeError('a bug') }, 'bug')
  outage.end(log)
  outage.end(log)
  log.error({ err: lost }, 'after')
  expect(lines.map(({ msg, seconds, errors }) => [msg, seconds, errors])).toEqual([
    ['before', undefined, undefined],
    ['the database connection was lost: requests fail and jobs wait', undefined, undefined],
    ['bug', undefined, undefined],
    ['the database can be reached again', 0, 3],
    ['after', undefined, undefined],
  ])
  expect(lines[0]?.['err']).toEqual({ type: 'Error', message: 'connect', code: 'ECONNREFUSED' })
  expect(lines[0]).toMatchObject({ role: 'worker', version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
})
