import { LimitReached } from './errors.ts'

type Key = string | object

/** Seconds after which a refused caller should try again. */
const retrySeconds = { tooManyAttempts: 1, tooManyChecks: 30 } as const

/** Returns the refusal of a limit that lifts when other work ends. */
export const makeBusyRefusal = (refusal: keyof typeof retrySeconds): LimitReached =>
  new LimitReached(refusal, { resetsAt: new Date(Date.now() + retrySeconds[refusal] * 1000) })

export interface KeyLimit {
  /** Takes a slot and returns a function that releases it, or null when none is free. */
  tryAcquire(key: Key): (() => void) | null
  /**
   * Waits for a slot, in order of arrival. Returns a function that releases it; repeated calls do nothing.
   * @throws LimitReached when too many wait, or no slot is free within `patienceMs`
   */
  acquire(key: Key, patienceMs?: number): Promise<() => void>
  /** Runs work in a slot. @throws as acquire, or what the work throws */
  run<T>(key: Key, work: () => Promise<T>, patienceMs?: number): Promise<T>
}

interface Line {
  running: number
  waiting: Set<() => void>
}

/**
 * Limits the concurrent work of each key, such as a shop, so that its burst does not delay others. Of each key, `atOnce`
 * callers run and `waiting` callers queue; the rest are refused.
 */
export function limitByKey(options: {
  atOnce: number
  waiting: number
  refusal?: keyof typeof retrySeconds
}): KeyLimit {
  const { atOnce, waiting: maxWaiting, refusal = 'tooManyAttempts' } = options
  const lines = new Map<Key, Line>()

  function openLine(key: Key): Line {
    const line = lines.get(key) ?? { running: 0, waiting: new Set() }
    lines.set(key, line)
    return line
  }

  function wait({ waiting }: Line, patienceMs: number | undefined): Promise<void> {
    if (waiting.size >= maxWaiting) throw makeBusyRefusal(refusal)
    let timer: NodeJS.Timeout | undefined
    return new Promise<void>((resolve, reject) => {
      waiting.add(resolve)
      const giveUp = () => waiting.delete(resolve) && reject(makeBusyRefusal(refusal))
      if (patienceMs !== undefined) timer = setTimeout(giveUp, patienceMs)
    }).finally(() => clearTimeout(timer))
  }

  function hold(key: Key, line: Line): () => void {
    let held = true
    return () => {
      const [next] = line.waiting
      if (!held) return
      held = false
      // Lets the event loop read other requests before the next caller gets the slot.
      if (next && line.waiting.delete(next)) setImmediate(next)
      else if (--line.running === 0) lines.delete(key)
    }
  }

  return {
    tryAcquire(key) {
      const line = openLine(key)
      if (line.running >= atOnce) return null
      line.running++
      return hold(key, line)
    },
    async acquire(key, patienceMs) {
      const line = openLine(key)
      if (line.running >= atOnce) await wait(line, patienceMs)
      else line.running++
      return hold(key, line)
    },
    async run(key, work, patienceMs) {
      const release = await this.acquire(key, patienceMs)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
