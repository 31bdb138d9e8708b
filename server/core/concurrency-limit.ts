import { LimitReached } from './errors.ts'

export interface ConcurrencyLimit {
  /**
   * Waits until fewer than `atOnce` calls of the same owner run, in order of arrival. Returns a function that releases
   * the slot; repeated calls do nothing.
   * @throws LimitReached tooManyAttempts when too many wait, or no slot is free within `patienceMs`
   */
  acquire(owner: string, patienceMs?: number): Promise<() => void>
  /** Runs work in a slot. @throws as acquire, or what the work throws */
  run<T>(owner: string, work: () => Promise<T>, patienceMs?: number): Promise<T>
}

interface OwnerQueue {
  running: number
  waiting: (() => void)[]
}

/** Limits each owner's concurrent work, so that its burst of requests does not delay others. */
export function limitConcurrency({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): ConcurrencyLimit {
  const lines = new Map<string, OwnerQueue>()

  function end(owner: string, line: OwnerQueue): void {
    const next = line.waiting.shift()
    // Lets the event loop read other requests first.
    if (next) setImmediate(next)
    else if (--line.running === 0) lines.delete(owner)
  }

  function wait({ waiting }: OwnerQueue, patienceMs: number | undefined): Promise<void> {
    if (waiting.length >= mostWaiting) throw new LimitReached('tooManyAttempts')
    return new Promise((resolve, reject) => {
      const come = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer =
        patienceMs === undefined
          ? undefined
          : setTimeout(() => {
              const at = waiting.indexOf(come)
              // The caller is about to get its slot.
              if (at < 0) return
              waiting.splice(at, 1)
              reject(new LimitReached('tooManyAttempts'))
            }, patienceMs)
      waiting.push(come)
    })
  }

  return {
    async acquire(owner, patienceMs) {
      const line = lines.get(owner) ?? { running: 0, waiting: [] }
      lines.set(owner, line)
      if (line.running < atOnce) line.running++
      else await wait(line, patienceMs)
      return onlyOnce(() => end(owner, line))
    },
    async run(owner, work, patienceMs) {
      const leave = await this.acquire(owner, patienceMs)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

export function onlyOnce(act: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    act()
  }
}
