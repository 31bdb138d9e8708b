import type { ChildProcess } from 'node:child_process'
import { setTimeout as later } from 'node:timers/promises'
import type { Runner } from '../../core/background/runner.ts'
import { forkChild, type ChildSetup } from '../child-process.ts'

export type MessageToChild =
  | { begin: ChildSetup }
  /** Lead of business time over the wall clock, in milliseconds. */
  | { clockOffsetMs: number }
  /** Finish running work and end. */
  | { end: true }

/** A child without a heartbeat for this long is killed: no valid file blocks the loop so long. */
const heartbeatTimeoutMs = 60_000
/** A child that ended sooner is not replaced at once. */
const shortLifeMs = 5_000
/** Closing waits this long for running jobs. */
const graceMs = 9_000

export interface WorkerChild {
  /** Process id, while there is one. */
  readonly pid: number | null
  /** Starts the child unless it runs. */
  start(): void
  /** Tells the child the business time. */
  moveClock(): void
  /** Ends the child. Jobs that run longer are taken up again later. */
  close(): Promise<void>
}

interface WorkerChildOptions {
  setup: ChildSetup
  /** Lead of business time over the wall clock, in milliseconds. */
  clockOffsetMs(): number
  log: { error(fields: object, message: string): void }
  runner: Pick<Runner, 'followWorkerStart' | 'followWorkerEnd'>
}

/**
 * Keeps a child process that takes heavy jobs. It starts with the first one, ends after a minute without any, and dies
 * with this process.
 */
export function makeWorkerChild({ setup, clockOffsetMs, log, runner }: WorkerChildOptions): WorkerChild {
  let child: ChildProcess | null = null
  let exited: Promise<unknown> = Promise.resolve()
  let startsAfter = 0
  let closed = false
  const send = (message: MessageToChild) => child?.send(message, () => undefined)

  function start(): void {
    if (child || closed || Date.now() < startsAfter) return
    const { promise, resolve } = Promise.withResolvers<unknown>()
    exited = promise
    startsAfter = Date.now() + shortLifeMs
    const begun = forkChild('./worker/main.ts')
    child = begun
    let heardAt = Date.now()
    const watching = setInterval(() => {
      if (Date.now() - heardAt > heartbeatTimeoutMs) begun.kill('SIGKILL')
    }, heartbeatTimeoutMs / 10).unref()
    const end = (how: unknown) => {
      if (child !== begun) return
      child = null
      clearInterval(watching)
      if (!closed && how !== 0) log.error({ how: String(how) }, 'the worker ended')
      resolve(null)
      setTimeout(() => void runner.followWorkerEnd(), Math.max(0, startsAfter - Date.now())).unref()
    }
    begun.on('error', end)
    begun.on('exit', (code, signal) => end(signal ?? code))
    begun.on('message', () => {
      heardAt = Date.now()
    })
    send({ clockOffsetMs: clockOffsetMs() })
    send({ begin: setup })
    void runner.followWorkerStart()
  }

  return {
    get pid() {
      return child?.pid ?? null
    },
    start,
    moveClock: () => void send({ clockOffsetMs: clockOffsetMs() }),
    async close() {
      closed = true
      send({ end: true })
      await Promise.race([exited, later(graceMs, undefined, { ref: false })])
      child?.kill('SIGKILL')
      await exited
    },
  }
}
