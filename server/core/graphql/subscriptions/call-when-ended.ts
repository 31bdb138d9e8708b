import type { ExecutionResult } from 'graphql'
import { onlyOnce } from '../../concurrency-limit.ts'

/**
 * The same results; tells when there are no more, or the reader stopped and what was under way for them has ended. A generator of
 * its own would not tell when it is given up before the first step.
 */
export function callWhenEnded(
  results: AsyncIterable<ExecutionResult>,
  tell: () => void,
): AsyncIterableIterator<ExecutionResult> {
  const iterator = results[Symbol.asyncIterator]()
  const ended = onlyOnce(tell)
  let step: Promise<unknown> = Promise.resolve()
  return {
    next() {
      const next = iterator.next()
      step = next.then(({ done }) => {
        if (done) ended()
      }, ended)
      return next
    },
    async return() {
      try {
        await iterator.return?.()
        await step
      } finally {
        ended()
      }
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
