import { LimitReached } from './errors.ts'

export interface ConcurrencyLimit {
  /**
   * Comes when fewer than `atOnce` of the same owner are at work, in the order of asking. The answer ends the turn, once however often called.
   * @throws LimitReached tooManyAttempts where too many wait, or when the turn does not come within `patienceMs`
   */
  acquire(owner: string, patienceMs?: number): Promise<() => void>
  /** Works in a turn. @throws as take, or what the work throws */
  run<T>(owner: string, work: () => Promise<T>, patienceMs?: number): Promise<T>
}

interface OwnerQueue {
  running: number
  waiting: (() => void)[]
}

/** Lets each owner have some work under way at a time, so that all it asks for at once does not come between others and their answers. */
export function limitConcurrency({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): ConcurrencyLimit {
  const lines = new Map<string, OwnerQueue>()

  function end(owner: string, line: OwnerQueue): void {
    const next = line.waiting.shift()
    // What others have sent since is read first.
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
              // Its turn is about to come.
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
