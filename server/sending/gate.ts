/** Emails that a kill repeats on average, at most (decision 0018). */
const mostRepeated = 2
/** How much one email's times weigh against those before it. */
const weight = 0.1

/** Decides how many emails may be under way. */
export interface Gate {
  /** Resolves when another email may begin. */
  enter(): Promise<void>
  /** An email has ended: the mail server took so many milliseconds, writing its outcome so many. */
  leave(sendingMs: number, writingMs: number): void
}

/**
 * Lets at most `most` emails be under way, and fewer while the mail server is much faster than the database: a kill repeats the emails
 * that the mail server has taken and whose outcome is not written, and those should be two on average. A mail server on the internet is
 * so slow that all slots are used.
 */
export function openGate(most: number): Gate {
  let underWay = 0
  let [sending, writing] = [0, 0]
  let isMeasured = false
  const waiting: (() => void)[] = []
  const allowed = () => (isMeasured ? allowedSlots({ sending, writing, most }) : Math.min(mostRepeated, most))
  const admit = () => {
    while (waiting.length > 0 && underWay < allowed()) {
      underWay += 1
      waiting.shift()?.()
    }
  }
  return {
    enter: () => new Promise((resolve) => {
      waiting.push(resolve)
      admit()
    }),
    leave(sendingMs, writingMs) {
      underWay -= 1
      sending = isMeasured ? sending + weight * (sendingMs - sending) : sendingMs
      writing = isMeasured ? writing + weight * (writingMs - writing) : writingMs
      isMeasured = true
      admit()
    },
  }
}

/** Of n slots, the part of its time that an email waits for its outcome is repeated by a kill. */
export function allowedSlots({ sending, writing, most }: { sending: number; writing: number; most: number }): number {
  if (writing <= 0) return most
  return Math.max(1, Math.min(most, Math.floor((mostRepeated * (sending + writing)) / writing)))
}
