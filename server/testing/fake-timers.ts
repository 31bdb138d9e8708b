import { jest } from '@jest/globals'

const timers = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const

/** Fakes intervals or timeouts only, so that libraries and sockets keep the other timers. */
export const fakeOnly = (kind: 'Interval' | 'Timeout'): typeof jest =>
  jest.useFakeTimers({ doNotFake: timers.filter((name) => !name.endsWith(kind)) })
