import { readFileSync } from 'node:fs'

/** What a process took of the machine while it was watched. */
export interface ResourceUse {
  /** Most memory that was ever resident, in MB. */
  peak: number
  /** The same of the process beside it, which is another one each time it had nothing to do for a while; 0 where there was none. */
  workerMb: number
  /** What a request at any moment waits for the event loop, in milliseconds: 99 of 100, and the longest. */
  delayP99: number
  delayMost: number
}

const mostMs = 60_000
/** How often the process beside is looked at. */
const sampleMs = 50

/**
 * Watches this process's event loop until the answer is called. A gap between two turns counts as the waits of all who come
 * during it, a millisecond apart: a histogram of the gaps alone would count a gap of a second as one in a thousand.
 */
export function watchLoop(): () => ResourceUse {
  const waits = new Uint32Array(mostMs)
  let workerMb = 0
  const looking = setInterval(
    () => (workerMb = Math.max(workerMb, ...childrenOf(process.pid).map((pid) => memory('VmHWM', pid)))),
    sampleMs,
  )
  let [last, watching] = [performance.now(), true]
  const turn = () => {
    const now = performance.now()
    for (let wait = Math.min(Math.floor(now - last), mostMs - 1); wait >= 0; wait--)
      waits[wait] = (waits[wait] ?? 0) + 1
    last = now
    if (watching) setTimeout(turn, 1)
  }
  setTimeout(turn, 1)
  return () => {
    watching = false
    clearInterval(looking)
    const all = waits.reduce((sum, count) => sum + count, 0)
    let [seen, wait] = [0, 0]
    while (wait < mostMs && (seen += waits[wait] ?? 0) < all * 0.99) wait++
    return { peak: memory('VmHWM'), workerMb, delayP99: wait, delayMost: waits.findLastIndex((count) => count > 0) }
  }
}

/** Resident memory of a process in MB, now or at most. Node's own figure of the most counts whoever started the process, too. */
export function memory(which: 'VmRSS' | 'VmHWM', pid: number | 'self' = 'self'): number {
  try {
    return (
      Number(new RegExp(`${which}:\\s+(\\d+)`).exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1] ?? 0) /
      1024
    )
  } catch {
    if (pid !== 'self') return 0
    return which === 'VmRSS' ? process.memoryUsage.rss() / 1024 / 1024 : process.resourceUsage().maxRSS / 1024
  }
}

/** Numbers of the processes that a process has started; none where the system does not tell. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
