import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { openDatabase } from '../server/core/database/open.ts'
import { beginFolder } from '../server/testing/processes/killed-worker.ts'
import { productionEnv } from '../server/testing/processes/production-env.ts'
import { fillDemo } from '../server/testing/demo-world.ts'

// Tests the processes of `npm start`. `npm test` has already prepared the folder.
const folder = mkdtempSync(join(process.env.CANDOR_TEST_RUN ?? tmpdir(), 'start-'))
beforeAll(async () => {
  // Creating the demo data takes longer than all the starts.
  beginFolder(join(folder, 'data'))
  await fillDemo(await openDatabase({ dataDir: join(folder, 'data') }))
}, 120_000)
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

interface Start {
  launcher: ChildProcessByStdio<null, Readable, Readable>
  /** Returns the output of launcher and server so far. */
  said(): string
  /** Resolves with the output once it contains `text` or the launcher has ended. */
  until(text: string): Promise<string>
}

function start(env: Record<string, string> = {}): Start {
  const launcher = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { ...process.env, PORT: '0', DATA_DIR: join(folder, 'data'), CANDOR_LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let more = Promise.withResolvers<unknown>()
  for (const stream of [launcher.stdout, launcher.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      more.resolve(null)
      more = Promise.withResolvers()
    })
  const ended = once(launcher, 'close')
  const until = async (text: string) => {
    while (!said.includes(text) && launcher.exitCode === null && launcher.signalCode === null)
      await Promise.race([more.promise, ended])
    return said
  }
  return { launcher, said: () => said, until }
}

async function ready(running: Start): Promise<string> {
  const said = await running.until('Candor is ready: ')
  const address = /Candor is ready: (\S+)/.exec(said)?.[1]
  if (!address) throw new Error(said)
  return address
}

/** Waits until the port refuses connections and the data folder is released. */
async function waitUntilGone(address: string): Promise<void> {
  for (;;) {
    try {
      await fetch(`${address}/healthz`)
    } catch {
      return
    }
  }
}

const endOf = async ({ launcher }: Start) => ((await once(launcher, 'close')) as [number | null])[0]

describe.each([
  ['SIGTERM', 0],
  ['SIGINT', 0],
  ['SIGKILL', null],
] as const)('on %s to the launcher', (signal, code) => {
  test('the server drains and leaves nothing running', async () => {
    const running = start()
    const address = await ready(running)
    expect(await (await fetch(`${address}/healthz`)).json()).toMatchObject({
      status: 'ok',
      role: 'all',
      database: { version: expect.stringMatching(/^\d+\.\d+$/), embedded: true },
    })
    if (signal === 'SIGTERM') expect(await startRefused({})).toContain('is in use by process')
    const ended = endOf(running) // The pipes close once launcher and server have ended.
    running.launcher.kill(signal)
    expect(await ended).toBe(code)
    await waitUntilGone(address)
    expect(running.said()).toContain('Stopped.')
    expect(() => readFileSync(join(folder, 'data/candor.pid'))).toThrow()
  }, 120_000)
})

async function startRefused(env: Record<string, string>, code = 1): Promise<string> {
  const running = start(env)
  expect(await endOf(running)).toBe(code)
  expect(running.said()).not.toMatch(/^\s+at /m)
  return running.said()
}

describe('prints one sentence and exits on', () => {
  test('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    expect(await startRefused({ PORT: String(port) })).toContain(`Port ${port} is already in use`)
    other.close()
  }, 120_000)

  test.each([
    [
      'an unreachable database',
      {
        code: 1,
        env: { DATABASE_URL: 'postgresql://stranger:x@127.0.0.1:1/none' },
        sentence: 'The database 127.0.0.1:1/none cannot be reached',
      },
    ],
    [
      'an unknown name',
      { code: 78, env: { CANDOR_COLOUR: 'red' }, sentence: 'CANDOR_COLOUR is not a setting of Candor' },
    ],
  ])(
    '%s',
    async (_what, { code, env, sentence }) => {
      expect(await startRefused(env as Record<string, string>, code)).toContain(sentence)
    },
    120_000,
  )

  test('production from a folder without a built admin', async () => {
    const unbuilt = join(folder, 'unbuilt')
    for (const part of ['server', 'rules', 'client', 'locales', 'prisma', 'package.json'])
      cpSync(part, join(unbuilt, part), { recursive: true })
    symlinkSync(resolve('node_modules'), join(unbuilt, 'node_modules'))
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: unbuilt,
      env: {
        PATH: process.env.PATH,
        ...productionEnv,
        CANDOR_ROLE: 'web',
        DATABASE_URL: 'postgresql://stranger@127.0.0.1:1/none',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect([code, said]).toEqual([
      1,
      expect.stringContaining("Candor can't start: The admin is not built. Run npm run build in this folder first."),
    ])
  }, 120_000)
})
