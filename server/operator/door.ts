import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Where a running server takes the operator's commands, and the key that only the data folder's owner can read. */
export interface Door {
  /** `http://127.0.0.1:3000`. */
  address: string
  key: string
}

const door = z.object({ address: z.url({ protocol: /^http$/ }), key: z.string().min(32) })
const fileOf = (folder: string): string => join(folder, 'candor.door')
const ownerOnly = 0o600
const others = 0o077

/**
 * Leaves word in an embedded database's folder of where its server takes commands; whoever held the folder before is not there any more.
 * @returns what takes it away again
 */
export function openDoor(folder: string, address: string): () => void {
  const key = randomBytes(32).toString('base64url')
  const half = `${fileOf(folder)}.half`
  // Made anew, never seen half written, and by nobody else from its first byte on.
  rmSync(half, { force: true })
  writeFileSync(half, JSON.stringify({ address, key } satisfies Door), { mode: ownerOnly, flag: 'wx' })
  renameSync(half, fileOf(folder))
  return () => {
    if (readDoor(folder)?.key === key) rmSync(fileOf(folder), { force: true })
  }
}

/** What a folder says of its server, which may have been killed since; null where nothing does, or where others may have written or read it. */
export function readDoor(folder: string): Door | null {
  try {
    const { mode, uid } = statSync(fileOf(folder))
    // Windows has neither.
    if (process.getuid && ((mode & others) !== 0 || uid !== process.getuid())) return null
    return door.safeParse(JSON.parse(readFileSync(fileOf(folder), 'utf8'))).data ?? null
  } catch {
    return null
  }
}
