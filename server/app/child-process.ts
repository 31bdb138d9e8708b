import { fork, type ChildProcess } from 'node:child_process'
import type { Database, DatabaseAddress } from '../core/database/open.ts'
import { withoutSecrets, type Env } from '../core/env.ts'
import { smallYoungHeap } from '../core/memory.ts'
import type { App } from './compose.ts'

/** What a child needs to open the same database. Sent over IPC, as others may read environment and arguments. */
export interface ChildSetup {
  env: Env
  origin: string
  database: DatabaseAddress
}

export const buildChildSetup = ({
  env,
  origin,
  database: { connection, directConnection, isPooled, server },
}: Omit<ChildSetup, 'database'> & { database: Database }): ChildSetup => ({
  env,
  origin,
  database: { connection, directConnection, isPooled, server },
})

/** Starts a script of this folder as a child, in a session whose priority it can lower. */
export const forkChild = (script: string): ChildProcess =>
  fork(new URL(script, import.meta.url), {
    serialization: 'advanced',
    execArgv: [...process.execArgv, smallYoungHeap],
    // On Windows it would get a window.
    detached: process.platform !== 'win32',
    env: withoutSecrets(process.env),
  })

/**
 * Fills the database with the demo in a child, whose memory is free afterwards. The child goes on with the pictures.
 * @throws Error when it fails before the rows are there
 */
export function seedInChild({ deps, database }: App): Promise<void> {
  const child = forkChild('./seed-child.ts')
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  child.on('error', reject)
  child.on('message', () => resolve(undefined))
  child.on('exit', (code, signal) => {
    if (code === 0) return
    reject(new Error(`The demo data could not be written (${signal ?? code}).`))
    deps.log.warn({ how: signal ?? code }, 'pictures of the demo')
  })
  child.send(buildChildSetup({ env: deps.env, origin: deps.origin, database }))
  return promise
}
