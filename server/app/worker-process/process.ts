import { fork, type ChildProcess } from 'node:child_process'
import { setTimeout as later } from 'node:timers/promises'
import type { Deps } from '../../core/context.ts'
import { withoutSecrets } from '../../core/env.ts'
import { smallYoungHeap } from '../../core/memory.ts'
import type { JobName } from '../../core/job-names.ts'
import { WorkerProcessLost, type WorkerProcess } from '../../core/worker-process.ts'
import {
  deserializeError,
  type WorkerSetup,
  type MessageFromWorker,
  type TaskRequest,
  type MessageToWorker,
} from './messages.ts'

/** An idle worker process ends after this time and frees its memory. */
const idleMs = 30_000
/** A worker process without a heartbeat for this long is killed: no valid file blocks the loop so long. */
const heartbeatTimeoutMs = 60_000
/** Longer than any task: a slice yields after seconds, a check reads a file three times. */
const longestTaskMs = 15 * 60_000
/** Closing waits this long for running tasks, then `endMs` for the exit. */
const graceMs = 6_000
const endMs = 2_000

interface PendingTask {
  resolve(answer: unknown): void
  reject(error: Error): void
  /** Start time in the worker; null while the task waits in line, which is no failure. */
  startedAt: number | null
}

interface RunningWorker {
  child: ChildProcess
  pending: Map<number, PendingTask>
  lastMessageAt: number
  /** Resolves when the process has ended for any reason. */
  exited: Promise<unknown>
}

interface WorkerProcessOptions {
  setup: WorkerSetup
  publish: Deps['publish']
  enqueue: (shopId: string, job: JobName, data: object) => void
  now: Deps['now']
}

/** Runs tasks in one worker process, which starts with the first task and dies with this process. */
export function makeWorkerProcess({ setup, publish, enqueue, now }: WorkerProcessOptions): WorkerProcess {
  let beside: RunningWorker | null = null
  let orders = 0
  let closed = false
  let idle: NodeJS.Timeout | undefined

  /** Gives a worker no more tasks; it ends when it notices the disconnect. */
  function leave(left: RunningWorker): void {
    if (beside === left) beside = null
    if (left.child.connected) left.child.disconnect()
  }

  /** @throws WorkerProcessLost when the system cannot start a process */
  function begin(): RunningWorker {
    const child = forkWorker()
    const { promise: exited, resolve: ended } = Promise.withResolvers<unknown>()
    const begun: RunningWorker = { child, pending: new Map(), lastMessageAt: Date.now(), exited }
    const watching = setInterval(() => isStuck(begun) && child.kill('SIGKILL'), heartbeatTimeoutMs / 10).unref()
    const end = (how: string) => {
      clearInterval(watching)
      leave(begun)
      for (const { reject } of begun.pending.values()) reject(new WorkerProcessLost(how))
      begun.pending.clear()
      ended(null)
    }
    child.on('error', (error) => end(error.message))
    child.on('exit', (code, signal) => end(signal ?? String(code)))
    // The exit event follows a moment later.
    child.on('disconnect', () => leave(begun))
    child.on('message', (message: MessageFromWorker) => {
      begun.lastMessageAt = Date.now()
      if ('alive' in message) return
      if ('notifications' in message) return message.notifications.forEach((notification) => publish(...notification))
      if ('job' in message) return enqueue(message.shopId, message.job, message.data)
      const waiting = begun.pending.get(message.id)
      if ('begun' in message) {
        if (waiting) waiting.startedAt = begun.lastMessageAt
        return
      }
      begun.pending.delete(message.id)
      if (begun.pending.size === 0) idle = setTimeout(leave, idleMs, begun).unref()
      if ('error' in message) waiting?.reject(deserializeError(message.error))
      else waiting?.resolve(message.answer)
    })
    sendToWorker(begun, { begin: setup }, () => child.kill('SIGKILL'))
    return begun
  }

  return {
    get pid() {
      return beside?.child.pid ?? null
    },
    async run(ctx, task, input) {
      if (closed) throw new WorkerProcessLost('its parent')
      const order: TaskRequest = {
        id: ++orders,
        task,
        shopId: ctx.shop.id,
        input,
        clockOffsetMs: now().getTime() - Date.now(),
      }
      clearTimeout(idle)
      const to = (beside ??= begin())
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      to.pending.set(order.id, { resolve, reject, startedAt: null })
      sendToWorker(to, { order }, (error) => {
        to.pending.delete(order.id)
        reject(new WorkerProcessLost(error.message))
      })
      return (await promise) as never
    },
    async close() {
      closed = true
      clearTimeout(idle)
      const last = beside
      if (!last) return
      const until = Date.now() + graceMs
      while (last.pending.size > 0 && Date.now() < until) await Promise.race([last.exited, later(50)])
      leave(last)
      await Promise.race([last.exited, later(endMs)])
      last.child.kill('SIGKILL')
      await last.exited
    },
  }
}

function forkWorker(): ChildProcess {
  try {
    const execArgv = [...process.execArgv, smallYoungHeap]
    // Detached: the worker gets its own session, whose priority it can lower. On Windows it would get a window.
    const detached = process.platform !== 'win32'
    return fork(new URL('./main.ts', import.meta.url), {
      serialization: 'advanced',
      execArgv,
      detached,
      env: withoutSecrets(process.env),
    })
  } catch (error) {
    throw new WorkerProcessLost(String(error))
  }
}

function sendToWorker({ child }: RunningWorker, message: MessageToWorker, failed: (error: Error) => void): void {
  child.send(message, (error) => error && failed(error))
}

function isStuck({ pending, lastMessageAt }: RunningWorker): boolean {
  const now = Date.now()
  return (
    pending.size > 0 &&
    (now - lastMessageAt > heartbeatTimeoutMs ||
      [...pending.values()].some(({ startedAt }) => startedAt !== null && now - startedAt > longestTaskMs))
  )
}
