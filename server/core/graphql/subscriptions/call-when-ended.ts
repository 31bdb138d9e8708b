import type { ExecutionResult } from 'graphql'
import { onlyOnce } from '../../concurrency-limit.ts'

/**
 * Returns the same results and calls back when they end, or when the reader stopped and pending work has ended. A
 * generator would not notice a return before its first step.
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
