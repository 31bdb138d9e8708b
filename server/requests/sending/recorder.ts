import type { SendOutcome } from './record-outcomes.ts'

export interface Recorder {
  /** Resolves when the outcome is written. */
  record(outcome: SendOutcome): Promise<void>
}

/**
 * Writes outcomes one batch at a time: whatever comes while a batch is being written goes into the next. Under load many
 * mails share a commit, without any of them waiting for a timer.
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
