// Runs embedded PostgreSQL in a worker thread: a heavy query must not block the server.
import { fdatasyncSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { serveEmbedded } from './embedded-socket.ts'

interface WorkerData {
  dataDir?: string
  /** Whether a commit is forced to the disk. */
  durable: boolean
  socketPath: string
}

/** Hook of Emscripten's file system; PGlite's types hide it. */
interface SyncableModule {
  Module: { FS: { filesystems: { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } } } }
}

const { dataDir, durable, socketPath } = workerData as WorkerData
const extensions = { pg_trgm, btree_gin }
let syncs = 0

async function open(): Promise<PGlite> {
  if (!dataDir) return PGlite.create({ extensions })
  if (!durable) return PGlite.create({ dataDir, extensions })
  // PGlite runs with -F (no fsync) and a file system without fsync. Undo both, so that commits reach the disk.
  const startParams = [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
    '-c',
    'fsync=on',
    '-c',
    'wal_sync_method=fsync',
  ]
  const database = await PGlite.create({ dataDir, extensions, startParams })
  const streams = (database as unknown as SyncableModule).Module.FS.filesystems.NODEFS.stream_ops
  streams.fsync = (stream) => {
    fdatasyncSync(stream.nfd)
    syncs++
    return 0
  }
  return database
}

const database = await open()
const server = await serveEmbedded(database, socketPath)

const answer: Record<string, () => Promise<unknown>> = {
  syncs: async () => syncs,
  stop: async () => {
    await server.stop()
    await database.close()
    return 'stopped'
  },
}
parentPort?.on('message', (request: string) => {
  void answer[request]?.().then((result) => {
    parentPort?.postMessage(result)
    if (request === 'stop') parentPort?.close()
  })
})
parentPort?.postMessage('ready')
