import { createReadStream, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { unpackTar } from 'modern-tar/fs'
import { createTarPacker, type TarPackController } from 'modern-tar'
import pg from 'pg'
import { clustersIn, superuser } from '../core/database/embedded/cluster.ts'
import { lockDataFolder } from '../core/database/lock.ts'
import type { Database } from '../core/database/open.ts'
import { makePrivateFolder } from '../core/private-folder.ts'
import { fail } from './program.ts'
import { writeWholeFile } from './whole-file.ts'

/** Parts of a cluster that a copy must not have, or that a start makes again. */
const leftOut =
  /^(postmaster\.(pid|opts)|pg_wal\/.+|pg_replslot\/.+|pg_dynshmem\/.+|pg_notify\/.+|pg_stat_tmp\/.+|base\/pgsql_tmp.*|.*\/pgsql_tmp.*)$/
const walSegment = /^[0-9A-F]{24}$/
/** Keeps the log of the copied time until the copy has it. It ends with its connection. */
const slot = `select pg_create_physical_replication_slot('candor_backup', true, true)`

/**
 * Writes a compressed archive of a data folder, whose server may be running. Returns its size in bytes.
 * @throws CommandEnd when the file cannot be written
 */
export async function writeBackup(database: Database, dataDir: string, path: string): Promise<number> {
  const client = new pg.Client({ ...(database.connection as pg.ClientConfig), user: superuser })
  await client.connect()
  const { readable, controller } = createTarPacker()
  const packing = pack(client, dataDir, controller).catch((error: unknown) => controller.error(error))
  try {
    const content = Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0])
    return await writeWholeFile<Buffer>(path, content, compress)
  } finally {
    await packing
    await client.end()
  }
}

/** A failed write destroys the source too, which `pipe` would leave waiting for ever. */
function compress(pieces: AsyncIterable<Buffer>): Readable {
  const gzip = createGzip({ level: 1 })
  pipeline(Readable.from(pieces), gzip).catch(() => undefined)
  return gzip
}

async function pack(client: pg.Client, dataDir: string, controller: TarPackController): Promise<void> {
  const archive = { controller, dataDir }
  const cluster = join(dataDir, `pg${Math.max(...clustersIn(dataDir))}`)
  await client.query(slot)
  await client.query(`select pg_backup_start('candor', true)`)
  await addFolder(archive, cluster, (path) => !leftOut.test(path))
  const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)')
  const label = Buffer.from(rows[0]?.label ?? '')
  await addEntry(archive, { path: join(cluster, 'backup_label'), size: label.length }, Readable.from([label]))
  const log = join(cluster, 'pg_wal')
  for (const name of readdirSync(log).filter((entry) => walSegment.test(entry))) await addFile(archive, join(log, name))
  const files = join(dataDir, 'files')
  if (existsSync(files)) await addFolder(archive, files, () => true)
  controller.finalize()
}

interface Archive {
  controller: TarPackController
  /** Names in the archive are relative to it. */
  dataDir: string
}

const nameIn = (folder: string, path: string): string => relative(folder, path).split(sep).join('/')

/** Adds a folder with its content, without files that disappear: the server's log knows of those. */
async function addFolder(archive: Archive, folder: string, isWanted: (path: string) => boolean): Promise<void> {
  await addEntry(archive, { path: folder, size: null })
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!isWanted(nameIn(folder, path))) continue
    if (entry.isDirectory()) await addEntry(archive, { path, size: null })
    else if (entry.isFile()) await addFile(archive, path)
  }
}

async function addFile(archive: Archive, path: string): Promise<void> {
  const { size } = statSync(path, { throwIfNoEntry: false }) ?? {}
  if (size !== undefined) await addEntry(archive, { path, size }, readExactly(path, size))
}

/** Yields so many bytes of a file that may grow or shrink. The server's log repairs what is missing. */
async function* readExactly(path: string, size: number): AsyncGenerator<Uint8Array> {
  let left = size
  try {
    if (size > 0)
      for await (const piece of createReadStream(path, { end: size - 1 }) as AsyncIterable<Buffer>) {
        left -= piece.length
        yield piece
      }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  for (const zeros = Buffer.alloc(65_536); left > 0; left -= zeros.length)
    yield zeros.subarray(0, Math.min(left, zeros.length))
}

/** @param size null for a folder */
async function addEntry(
  { controller, dataDir }: Archive,
  { path, size }: { path: string; size: number | null },
  content: AsyncIterable<Uint8Array> = Readable.from([]),
): Promise<void> {
  const name = nameIn(dataDir, path)
  const header =
    size === null
      ? ({ name: `${name}/`, type: 'directory', size: 0, mode: 0o700 } as const)
      : ({ name, type: 'file', size, mode: 0o600 } as const)
  const writer = controller.add(header).getWriter()
  for await (const piece of content) await writer.write(piece)
  await writer.close()
}

/**
 * Brings a backup back into a data folder that has no database.
 * @throws CommandEnd when it has one, or the archive is none
 */
export async function readBackup(dataDir: string, path: string): Promise<void> {
  makePrivateFolder(dataDir)
  const release = lockOrFail(dataDir)
  const unpacked = mkdtempSync(join(dataDir, 'restore-'))
  try {
    if (clustersIn(dataDir).length > 0)
      fail(`${dataDir} has a database already. Move it away, or set DATA_DIR to another folder.`)
    await pipeline(createReadStream(path), createGunzip(), unpackTar(unpacked)).catch((error: unknown) =>
      fail(`${path} is not a whole backup of Candor: ${(error as Error).message}`),
    )
    const clusters = clustersIn(unpacked)
    if (clusters.length !== 1 || !existsSync(join(unpacked, `pg${clusters[0]}`, 'backup_label')))
      fail(`${path} is not a whole backup of Candor.`)
    if (existsSync(join(unpacked, 'files')) && existsSync(join(dataDir, 'files')))
      fail(`${join(dataDir, 'files')} exists already. Move it away, or set DATA_DIR to another folder.`)
    for (const name of readdirSync(unpacked)) renameSync(join(unpacked, name), join(dataDir, name))
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
    release()
  }
}

function lockOrFail(dataDir: string): () => void {
  try {
    return lockDataFolder(dataDir)
  } catch (error) {
    return fail((error as Error).message)
  }
}
