import { readFileSync } from 'node:fs'

/**
 * Calls `gone` once when a process above us has died. npm starts us as npm -> sh -> node: npm killed by SIGKILL leaves sh alive,
 * so the parent alone does not tell. Where there is no /proc only the parent is watched.
 * @returns a function that ends the watch
 */
export function watchAncestors(gone) {
  const before = ancestors()
  const timer = setInterval(() => {
    if (ancestors() === before) return
    clearInterval(timer)
    gone()
  }, 500)
  timer.unref()
  return () => clearInterval(timer)
}

const ancestors = () => `${process.ppid} ${parentOf(process.ppid)}`

function parentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[1]
  } catch {
    return ''
  }
}
