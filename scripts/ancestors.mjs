import { readFileSync } from 'node:fs'

/**
 * Calls `gone` once when an ancestor process has died. npm starts this process as npm -> sh -> node. A SIGKILL of npm
 * leaves sh alive, so watching the parent is not enough. Without /proc only the parent is watched.
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
