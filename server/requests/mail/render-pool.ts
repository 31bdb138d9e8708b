import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { limitByKey } from '../../core/limit-by-key.ts'
import type { RenderResults, RenderTask, ThreadMessage } from './render-task.ts'

/** A valid email takes a few milliseconds. A preview checks and renders, and must answer within 2 seconds. */
const deadlineMs = 700
/** Loading the libraries takes a fifth of a second, more on a busy machine. */
const startMs = 20_000
/** With the second thread, one shop's slow template doesn't delay the others. */
const maxThreads = 2
/** An unused thread ends, which frees its memory. */
const idleMs = 60_000
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 }
/** A stopped template is refused at once for so long, so that its shop's other emails don't wait for it. */
const stoppedMs = 60_000

/** What a merchant wrote took too long to render, or too much memory: its thread was ended. */
export class RenderStopped extends Error {
  /** Field under check. */
  readonly field: string | null
  constructor(field: string | null, cause?: unknown) {
    super('a template took too long to render', { cause })
    this.name = 'RenderStopped'
    this.field = field
  }
}

/** What a merchant wrote can't be rendered. */
export class TemplateBroken extends Error {
  override name = 'TemplateBroken'
  readonly line: number
  constructor(reason: string, line = 1) {
    super(reason)
    this.line = line
  }
}

interface RenderThread {
  worker: Worker
  idleTimer?: NodeJS.Timeout
}

const idle: RenderThread[] = []
const slots = limitByKey({ atOnce: maxThreads, waiting: Infinity })
const shops = limitByKey({ atOnce: 1, waiting: Infinity })
const stopped = new LRUCache<string, string | true>({ max: 1_000, ttl: stoppedMs })

/**
 * Renders what a merchant wrote in a thread that is ended at the deadline. Runs one task of each shop at a time.
 * @throws RenderStopped, TemplateBroken
 */
export function renderInThread<Kind extends RenderTask['kind']>(
  shopId: string,
  task: Extract<RenderTask, { kind: Kind }>,
): Promise<RenderResults[Kind]> {
  return shops.run(shopId, async () => {
    const key = stopped.size > 0 ? keyOf(task) : ''
    const known = key && stopped.get(key)
    if (known) throw new RenderStopped(known === true ? null : known)
    try {
      return await slots.run('threads', () => runTask(task))
    } catch (error) {
      if (error instanceof RenderStopped) stopped.set(keyOf(task), error.field ?? true)
      throw error
    }
  }) as Promise<RenderResults[Kind]>
}

/** Returns a hash of what the merchant wrote, without the data of one email. */
function keyOf(task: RenderTask): string {
  const source =
    task.kind === 'styles'
      ? task.css
      : task.kind === 'texts'
        ? [task.lines, task.contents]
        : [task.templates, task.styles]
  return createHash('sha256')
    .update(JSON.stringify([task.kind, source]))
    .digest('base64')
}

async function runTask(task: RenderTask): Promise<unknown> {
  const thread = idle.pop() ?? (await startThread())
  clearTimeout(thread.idleTimer)
  thread.worker.ref()
  let field: string | null = null
  thread.worker.postMessage(task)
  const answer = await nextMessage(thread.worker, deadlineMs, (message) => {
    if ('field' in message) field = message.field
    return !('field' in message)
  }).catch((error: unknown) => {
    void thread.worker.terminate()
    throw new RenderStopped(field, error)
  })
  keepIdle(thread)
  if ('error' in answer) throw new TemplateBroken(answer.error, answer.line)
  return 'result' in answer ? answer.result : null
}

async function startThread(): Promise<RenderThread> {
  const worker = new Worker(new URL('./render-thread.ts', import.meta.url), {
    resourceLimits,
    env: {},
    stdout: true,
    stderr: true,
  })
  // An error outside a task ends the thread; `keepIdle` listens to its end.
  worker.on('error', () => undefined)
  await nextMessage(worker, startMs, (message) => 'ready' in message).catch((error: unknown) => {
    void worker.terminate()
    throw new Error('The thread that renders emails could not start.', { cause: error })
  })
  const thread = { worker }
  worker.once('exit', () => forget(thread))
  return thread
}

function keepIdle(thread: RenderThread): void {
  thread.worker.unref()
  idle.push(thread)
  thread.idleTimer = setTimeout(() => {
    forget(thread)
    void thread.worker.terminate()
  }, idleMs).unref()
}

function forget(thread: RenderThread): void {
  clearTimeout(thread.idleTimer)
  if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1)
}

/** Resolves with the first message that `isLast` accepts. @throws Error at the deadline, or when the thread ends */
async function nextMessage(
  worker: Worker,
  ms: number,
  isLast: (message: ThreadMessage) => boolean,
): Promise<ThreadMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<ThreadMessage>()
  const take = (message: ThreadMessage) => isLast(message) && resolve(message)
  const end = (how: unknown) => reject(how instanceof Error ? how : new Error(`ended (${String(how)})`))
  // Of a busy process, the timer can be late. An answer that has arrived is read first.
  const timer = setTimeout(() => setImmediate(() => end(`after ${ms} ms`)), ms)
  worker.on('message', take).once('error', end).once('exit', end)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    worker.off('message', take).off('error', end).off('exit', end)
  }
}
