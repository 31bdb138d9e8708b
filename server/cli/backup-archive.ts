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

/** Parts of a cluster that a copy must not have, or that a start makes anew. */
const leftOut =
  /^(postmaster\.(pid|opts)|pg_wal\/.+|pg_replslot\/.+|pg_dynshmem\/.+|pg_notify\/.+|pg_stat_tmp\/.+|base\/pgsql_tmp.*|.*\/pgsql_tmp.*)$/
const walSegment = /^[0-9A-F]{24}$/
/** Keeps the log of the copied time until the copy has it. It ends with its connection. */
const slot = `select pg_create_physical_replication_slot('candor_backup', true, true)`

/**
 * Writes a compressed archive of a data folder, whose server runs meanwhile. Returns its size in bytes.
 * @throws CommandEnd when the file cannot be written
 */
export async function writeBackup(database: Database, dataDir: string, path: string): Promise<number> {
  const client = new pg.Client({ ...(database.connection as pg.ClientConfig), user: superuser })
  await client.connect()
  const { readable, controller } = createTarPacker()
  const packing = pack(client, dataDir, controller).catch((error: unknown) => controller.error(error))
  try {
    const content = Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0])
    return await writeWholeFile<Buffer>(path, content, (pieces) => Readable.from(pieces).pipe(createGzip({ level: 1 })))
  } finally {
    await packing
    await client.end()
  }
}

async function pack(client: pg.Client, dataDir: string, controller: TarPackController): Promise<void> {
  const cluster = join(dataDir, `pg${Math.max(...clustersIn(dataDir))}`)
  await client.query(slot)
  await client.query(`select pg_backup_start('candor', true)`)
  await addFolder(controller, dataDir, cluster, (path) => !leftOut.test(path))
  const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)')
  const label = Buffer.from(rows[0]?.label ?? '')
  await addContent(controller, nameIn(dataDir, join(cluster, 'backup_label')), label.length, Readable.from([label]))
  const log = join(cluster, 'pg_wal')
  for (const name of readdirSync(log).filter((entry) => walSegment.test(entry)))
    await addFile(controller, dataDir, join(log, name))
  const files = join(dataDir, 'files')
  if (existsSync(files)) await addFolder(controller, dataDir, files, () => true)
  controller.finalize()
}

const nameIn = (dataDir: string, path: string): string => relative(dataDir, path).split(sep).join('/')

/** Adds a folder with all that is in it. What is deleted meanwhile is left out: the log knows of it. */
async function addFolder(
  controller: TarPackController,
  dataDir: string,
  folder: string,
  isWanted: (path: string) => boolean,
): Promise<void> {
  await addEntry(controller, { name: `${nameIn(dataDir, folder)}/`, type: 'directory', size: 0 })
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!isWanted(nameIn(folder, path))) continue
    if (entry.isDirectory())
      await addEntry(controller, { name: `${nameIn(dataDir, path)}/`, type: 'directory', size: 0 })
    else if (entry.isFile()) await addFile(controller, dataDir, path)
  }
}

async function addFile(controller: TarPackController, dataDir: string, path: string): Promise<void> {
  const size = existsSync(path) ? statSync(path).size : null
  if (size !== null) await addContent(controller, nameIn(dataDir, path), size, readExactly(path, size))
}

/** Yields so many bytes of a file that may grow or shrink meanwhile. The log repairs what is missing. */
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

async function addContent(
  controller: TarPackController,
  name: string,
  size: number,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  await addEntry(controller, { name, type: 'file', size }, content)
}

async function addEntry(
  controller: TarPackController,
  header: { name: string; type: 'file' | 'directory'; size: number },
  content: AsyncIterable<Uint8Array> = Readable.from([]),
): Promise<void> {
  const writer = controller.add({ ...header, mode: header.type === 'file' ? 0o600 : 0o700 }).getWriter()
  for await (const piece of content) await writer.write(piece)
  await writer.close()
}

/**
 * Brings a backup back into a data folder that has no database.
 * @throws CommandEnd when it has one, or the archive is none
 */
export async function readBackup(dataDir: string, path: string): Promise<void> {
  makePrivateFolder(dataDir)
  const release = lockDataFolder(dataDir)
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
