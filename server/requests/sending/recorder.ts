import type { SendOutcome } from './record-outcomes.ts'

export interface Recorder {
  record(outcome: SendOutcome): Promise<void>
}

/**
 * Writes outcomes one batch at a time: outcomes during a write form the next batch. Under load many mails share a
 * commit, and none waits for a timer.
 */
export function openRecorder(write: (outcomes: readonly SendOutcome[]) => Promise<void>): Recorder {
  let waiting: SendOutcome[] = []
  let next: Promise<void> | null = null
  let writing: Promise<void> = Promise.resolve()
  return {
    record(outcome) {
      waiting.push(outcome)
      next ??= writing.then(() => {
        const batch = waiting
        waiting = []
        next = null
        writing = write(batch)
        return writing
      })
      return next
    },
  }
}
