import { LimitReached } from './errors.ts'

export interface Turns {
  /**
   * Comes when fewer than `atOnce` of the same owner are at work, in the order of asking. The answer ends the turn, once however often called.
   * @throws LimitReached tooManyAttempts where too many wait
   */
  take(owner: string): Promise<() => void>
}

interface Line {
  busy: number
  waiting: (() => void)[]
}

/** Lets each owner have some work under way at a time, so that all it asks for at once does not come between others and their answers. */
export function makeTurns({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): Turns {
  const lines = new Map<string, Line>()

  function end(owner: string, line: Line): void {
    const next = line.waiting.shift()
    // What others have sent meanwhile is heard first.
    if (next) setImmediate(next)
    else if (--line.busy === 0) lines.delete(owner)
  }

  return {
    async take(owner) {
      const line = lines.get(owner) ?? { busy: 0, waiting: [] }
      lines.set(owner, line)
      if (line.busy < atOnce) line.busy++
      else if (line.waiting.length >= mostWaiting) throw new LimitReached('tooManyAttempts')
      else await new Promise<void>((come) => line.waiting.push(come))
      return onlyOnce(() => end(owner, line))
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
