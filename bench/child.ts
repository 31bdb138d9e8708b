import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A benchmark program in its own process: a server must not share the event loop with its measurement. */
export interface Child extends AsyncDisposable {
  /** Kills the process, as in a crash, and waits for its end. */
  crash(): Promise<void>
  /** Message of the process when it was ready. */
  ready: { url: string }
  /** Sends a question and returns the answer. */
  ask(question: string): Promise<unknown>
}

/**
 * Starts bench/<file> with one JSON argument, after loading the `before` modules. The process reports { url } when
 * ready.
 */
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

/** Returns the argument; called in the child process. */
export const readArgument = <T>(): T => JSON.parse(process.argv[2] ?? '{}') as T

/** Reports the child's URL; `answer` handles questions. The child ends with its parent. */
export function reportReady(url: string, answer: (question: string) => unknown = () => null): void {
  process.on('message', (question) => {
    void Promise.resolve(answer(String(question))).then((given) => process.send?.(given ?? null))
  })
  process.on('disconnect', () => process.exit(0))
  process.on('SIGTERM', () => process.exit(0))
  process.send?.({ url })
}
