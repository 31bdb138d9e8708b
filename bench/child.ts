import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A program of the bench in a process of its own: a server should not share its loop with whoever measures it. */
export interface Child extends AsyncDisposable {
  /** Kills it, as a crash does, and waits for its end. */
  crash(): Promise<void>
  /** What it said when it was ready. */
  ready: { url: string }
  /** Asks it something and answers its answer. */
  ask(question: string): Promise<unknown>
}

/** Starts bench/<file> with one argument in JSON, after what is to be loaded `before` it; it says { url } when it is ready. */
export async function startChild(
  file: string,
  argument: object,
  { before = [] }: { before?: readonly string[] } = {},
): Promise<Child> {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const loaded = before.map((name) => `--import=${new URL(name, import.meta.url).href}`)
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...loaded, path, JSON.stringify(argument)],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        PATH,
        ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
        NODE_ENV: 'production',
        GRAPHILE_ENV: 'production',
      },
    },
  )
  const [ready] = await waitForAnswer(child, file)
  return {
    ready: ready as { url: string },
    async ask(question) {
      const answer = waitForAnswer(child, file)
      child.send(question)
      return (await answer)[0]
    },
    async crash() {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.disconnect()
      child.kill('SIGTERM')
      await exit
    },
  }
}

async function waitForAnswer(child: ChildProcess, file: string): Promise<unknown[]> {
  const end = new AbortController()
  const died = once(child, 'exit', { signal: end.signal }).then(([code]) => {
    throw new Error(`${file} ended with ${String(code)}.`)
  })
  try {
    return await Promise.race([once(child, 'message', { signal: end.signal }) as Promise<unknown[]>, died])
  } finally {
    end.abort()
    await died.catch(() => undefined)
  }
}

/** In the child: its argument. */
export const readArgument = <T>(): T => JSON.parse(process.argv[2] ?? '{}') as T

/** In the child: ready at an address; `answer` deals with questions. Ends when the parent does. */
export function reportReady(url: string, answer: (question: string) => unknown = () => null): void {
  process.on('message', (question) => {
    void Promise.resolve(answer(String(question))).then((given) => process.send?.(given ?? null))
  })
  process.on('disconnect', () => process.exit(0))
  process.on('SIGTERM', () => process.exit(0))
  process.send?.({ url })
}
