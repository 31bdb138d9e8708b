import { readFileSync } from 'node:fs'

/** Resources that a process used while watched. */
export interface ResourceUse {
  /** Peak of resident memory, in MB. */
  peak: number
  /** Peak of the worker process, which is restarted after idle times; 0 without one. */
  workerMb: number
  /** Delay of a request by the event loop, in milliseconds: 99th percentile and maximum. */
  delayP99: number
  delayMost: number
}

const mostMs = 60_000
/** Interval of the worker process's samples. */
const sampleMs = 50

/**
 * Watches this process's event loop until the returned function is called. A gap counts once for each millisecond, as
 * waits of requests that arrive during it. A histogram of gaps alone would count a gap of a second as one in a
 * thousand.
 */
export function watchLoop(): () => ResourceUse {
  const waits = new Uint32Array(mostMs)
  let workerMb = 0
  const looking = setInterval(
    () => (workerMb = Math.max(workerMb, ...childrenOf(process.pid).map((pid) => memory('VmHWM', pid)))),
    sampleMs,
  )
  let [last, watching] = [performance.now(), true]
  const measureDelay = () => {
    const now = performance.now()
    for (let wait = Math.min(Math.floor(now - last), mostMs - 1); wait >= 0; wait--)
      waits[wait] = (waits[wait] ?? 0) + 1
    last = now
    if (watching) setTimeout(measureDelay, 1)
  }
  setTimeout(measureDelay, 1)
  return () => {
    watching = false
    clearInterval(looking)
    const all = waits.reduce((sum, count) => sum + count, 0)
    let [seen, wait] = [0, 0]
    while (wait < mostMs && (seen += waits[wait] ?? 0) < all * 0.99) wait++
    return { peak: memory('VmHWM'), workerMb, delayP99: wait, delayMost: waits.findLastIndex((count) => count > 0) }
  }
}

/** Returns a process's resident memory in MB, current or peak. Node's own peak includes the parent process. */
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

/** Returns the ids of a process's children; empty if the system doesn't tell. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
