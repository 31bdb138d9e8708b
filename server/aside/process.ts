import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Deps } from '../context.ts'
import { AsideLost, type Aside } from './aside.ts'
import { unwired, type Beginning, type FromAside, type Order, type ToAside } from './wire.ts'

/** The process beside ends when it had nothing to do for so long, and gives its memory back. */
const idleMs = 30_000

/**
 * V8 would let the young generation of a process that makes so much and keeps so little grow to sixteen megabytes, three times over. With four
 * a workbook of 100,000 rows takes 286 MB instead of 335, in the same time.
 */
const youngMegabytes = 4

interface Waiting {
  resolve(answer: unknown): void
  reject(error: Error): void
}

interface Beside {
  child: ChildProcess
  waiting: Map<number, Waiting>
  exited: Promise<unknown>
}

export interface AsideProcessOptions {
  beginning: Beginning
  /** Wakes here whom a task wakes. */
  publish: Deps['publish']
  now: Deps['now']
}

/** Does tasks in a process beside this one: one at most, begun with the first task. It dies with this process. */
export function asideProcess({ beginning, publish, now }: AsideProcessOptions): Aside {
  let beside: Beside | null = null
  let orders = 0
  let idle: NodeJS.Timeout | undefined

  const send = (to: Beside, message: ToAside, failed: (error: Error) => void): void =>
    void to.child.send(message, (error) => error && failed(new AsideLost(error.message)))

  /** Nothing is given to it any more; it ends as soon as it hears so. */
  function leave(left: Beside): void {
    if (beside === left) beside = null
    if (left.child.connected) left.child.disconnect()
  }

  function begin(): Beside {
    const child = fork(new URL('./main.ts', import.meta.url), { serialization: 'advanced', execArgv: [...process.execArgv, `--max-semi-space-size=${youngMegabytes}`] })
    const begun: Beside = { child, waiting: new Map(), exited: once(child, 'exit') }
    const end = (how: string) => {
      leave(begun)
      for (const { reject } of begun.waiting.values()) reject(new AsideLost(how))
      begun.waiting.clear()
    }
    child.on('error', (error) => end(error.message))
    child.on('exit', (code, signal) => end(signal ?? String(code)))
    child.on('message', (message: FromAside) => {
      if ('wakes' in message) return message.wakes.forEach((wake) => publish(...wake))
      const waiting = begun.waiting.get(message.id)
      begun.waiting.delete(message.id)
      if (begun.waiting.size === 0) idle = setTimeout(leave, idleMs, begun).unref()
      if ('error' in message) waiting?.reject(unwired(message.error))
      else waiting?.resolve(message.answer)
    })
    send(begun, { begin: beginning }, (error) => end(error.message))
    return begun
  }

  return {
    get pid() {
      return beside?.child.pid ?? null
    },
    async run(ctx, task, input) {
      const order: Order = { id: ++orders, task, shopId: ctx.shop.id, input, ahead: now().getTime() - Date.now() }
      clearTimeout(idle)
      const to = (beside ??= begin())
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      to.waiting.set(order.id, { resolve, reject })
      send(to, { order }, reject)
      return (await promise) as never
    },
    async close() {
      clearTimeout(idle)
      const last = beside
      if (!last) return
      leave(last)
      await last.exited
    },
  }
}
