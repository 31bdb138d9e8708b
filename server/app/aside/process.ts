import { fork, type ChildProcess } from 'node:child_process'
import { setTimeout as later } from 'node:timers/promises'
import type { Deps } from '../../core/context.ts'
import { withoutSecrets } from '../../core/env.ts'
import { smallYoungHeap } from '../../core/memory.ts'
import type { JobName } from '../../core/job-names.ts'
import { AsideLost, type Aside } from '../../core/aside.ts'
import { unwired, type Beginning, type FromAside, type Order, type ToAside } from './wire.ts'

/** The process beside ends when it had nothing to do for so long, and gives its memory back. */
const idleMs = 30_000
/** One that gives no sign of life for so long is ended: no file keeps the loop so long by right. */
const silentMs = 60_000
/** No task takes so long: a slice gives way after seconds, a check reads a file three times. */
const longestTaskMs = 15 * 60_000
/** Closing waits so long for what is in hand, and then so long for the end. */
const graceMs = 6_000
const endMs = 2_000

interface Waiting {
  resolve(answer: unknown): void
  reject(error: Error): void
  /** When it was begun there; null while it waits in line, which is no failure. */
  since: number | null
}

interface Beside {
  child: ChildProcess
  waiting: Map<number, Waiting>
  heard: number
  /** Resolves when it is over, however that came. */
  over: Promise<unknown>
}

export interface AsideProcessOptions {
  beginning: Beginning
  /** Wakes here whom a task wakes. */
  publish: Deps['publish']
  /** Queues a job here that a task made due. */
  enqueue: (shopId: string, job: JobName, data: object) => void
  now: Deps['now']
}

/** Does tasks in a process beside this one: one at most, begun with the first task. It dies with this process. */
export function asideProcess({ beginning, publish, enqueue, now }: AsideProcessOptions): Aside {
  let beside: Beside | null = null
  let orders = 0
  let closed = false
  let idle: NodeJS.Timeout | undefined

  /** Nothing is given to it any more; it ends as soon as it hears so. */
  function leave(left: Beside): void {
    if (beside === left) beside = null
    if (left.child.connected) left.child.disconnect()
  }

  /** @throws AsideLost when the system gives no process */
  function begin(): Beside {
    const child = forked()
    const { promise: over, resolve: ended } = Promise.withResolvers<unknown>()
    const begun: Beside = { child, waiting: new Map(), heard: Date.now(), over }
    const watching = setInterval(() => isStuck(begun) && child.kill('SIGKILL'), silentMs / 10).unref()
    const end = (how: string) => {
      clearInterval(watching)
      leave(begun)
      for (const { reject } of begun.waiting.values()) reject(new AsideLost(how))
      begun.waiting.clear()
      ended(null)
    }
    child.on('error', (error) => end(error.message))
    child.on('exit', (code, signal) => end(signal ?? String(code)))
    // Its end is reported a moment later.
    child.on('disconnect', () => leave(begun))
    child.on('message', (message: FromAside) => {
      begun.heard = Date.now()
      if ('alive' in message) return
      if ('wakes' in message) return message.wakes.forEach((wake) => publish(...wake))
      if ('job' in message) return enqueue(message.shopId, message.job, message.data)
      const waiting = begun.waiting.get(message.id)
      if ('begun' in message) {
        if (waiting) waiting.since = begun.heard
        return
      }
      begun.waiting.delete(message.id)
      if (begun.waiting.size === 0) idle = setTimeout(leave, idleMs, begun).unref()
      if ('error' in message) waiting?.reject(unwired(message.error))
      else waiting?.resolve(message.answer)
    })
    tell(begun, { begin: beginning }, () => child.kill('SIGKILL'))
    return begun
  }

  return {
    get pid() {
      return beside?.child.pid ?? null
    },
    async run(ctx, task, input) {
      if (closed) throw new AsideLost('its parent')
      const order: Order = { id: ++orders, task, shopId: ctx.shop.id, input, ahead: now().getTime() - Date.now() }
      clearTimeout(idle)
      const to = (beside ??= begin())
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      to.waiting.set(order.id, { resolve, reject, since: null })
      tell(to, { order }, (error) => {
        to.waiting.delete(order.id)
        reject(new AsideLost(error.message))
      })
      return (await promise) as never
    },
    async close() {
      closed = true
      clearTimeout(idle)
      const last = beside
      if (!last) return
      const until = Date.now() + graceMs
      while (last.waiting.size > 0 && Date.now() < until) await Promise.race([last.over, later(50)])
      leave(last)
      await Promise.race([last.over, later(endMs)])
      last.child.kill('SIGKILL')
      await last.over
    },
  }
}

function forked(): ChildProcess {
  try {
    const execArgv = [...process.execArgv, smallYoungHeap]
    // Detached: a session of its own, whose priority it can lower. On Windows that would be a window of its own.
    const detached = process.platform !== 'win32'
    return fork(new URL('./main.ts', import.meta.url), {
      serialization: 'advanced',
      execArgv,
      detached,
      env: withoutSecrets(process.env),
    })
  } catch (error) {
    throw new AsideLost(String(error))
  }
}

function tell({ child }: Beside, message: ToAside, failed: (error: Error) => void): void {
  child.send(message, (error) => error && failed(error))
}

function isStuck({ waiting, heard }: Beside): boolean {
  const now = Date.now()
  return (
    waiting.size > 0 &&
    (now - heard > silentMs || [...waiting.values()].some(({ since }) => since !== null && now - since > longestTaskMs))
  )
}
