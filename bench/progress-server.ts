// Candor over HTTP with an import that advances on request. "begin" starts another import; "step" advances it by a
// batch, like the runner; "end" ends it. Each returns the time and the import's progress. "memory" returns the memory
// after a garbage collection.
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { v7 as uuidv7 } from 'uuid'
import { inTransaction } from '../server/core/context.ts'
import { importGlobalId } from '../server/imports/ids.ts'
import { openApp } from './app.ts'
import { readArgument, reportReady } from './child.ts'
import type { DatabaseAddress } from './bench-database.ts'
import { memory } from './resource-use.ts'

/** A state of the import and its publication time, in milliseconds since the epoch. */
export interface Step {
  token: string
  id: string
  done: number
  at: number
}

const batch = 1_000

const { reach } = readArgument<{ reach: DatabaseAddress }>()
const { app, ctx, token } = await openApp({ reach })
const {
  shop: { id: shopId },
} = ctx
let [id, done] = ['', 0]

async function begin(): Promise<void> {
  ;[id, done] = [uuidv7(), 0]
  await ctx.db.import.create({
    data: {
      shopId,
      id,
      source: 'judgeme',
      fileKey: '',
      fileName: 'export.csv',
      fileSize: 1,
      status: 'running',
      total: 1_000_000,
      createdAt: ctx.now(),
      startedAt: ctx.now(),
    },
  })
}

/** Updates the row and publishes the change in one transaction, like a batch. */
async function move(status: 'running' | 'done'): Promise<number> {
  done += batch
  await inTransaction(ctx, async (tx) => {
    await tx.db.import.update({
      where: { shopId_id: { shopId, id } },
      data: { done, imported: done, status, version: { increment: 1 } },
    })
    tx.publish('import', id)
  })
  return performance.timeOrigin + performance.now()
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

await app.http.listen({ port: 0, host: '127.0.0.1' })
reportReady(`http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`, async (question) => {
  if (question === 'memory') {
    collect()
    return memory('VmRSS')
  }
  if (question === 'begin') await begin()
  const at = question === 'begin' ? 0 : await move(question === 'end' ? 'done' : 'running')
  return { token, id: importGlobalId(id), done, at } satisfies Step
})
