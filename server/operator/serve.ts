import { chmodSync, rmSync } from 'node:fs'
import Fastify, { type FastifyInstance } from 'fastify'
import { addErrorHandler } from '../core/http/errors.ts'
import type { Parts } from '../core/http/parts.ts'
import { isPrivateFolder } from '../core/private-folder.ts'
import { socketAddress, socketFile } from './operator-socket.ts'
import { operatorRoutes } from './operator.routes.ts'

/** A separate server for operator commands, apart from the public one. */
interface OperatorServer {
  /** Accepts commands at the data folder's socket from now on, for the embedded database only (decision 0028). */
  open(): Promise<void>
  close(): Promise<void>
}

export function makeOperatorServer(parts: Parts): OperatorServer {
  const { env, log } = parts.deps
  let http: FastifyInstance | null = null
  return {
    async open() {
      if (env.DATABASE_URL !== undefined || http || !isPrivateFolder(env.DATA_DIR)) return
      http = Fastify({ logger: false, forceCloseConnections: 'idle' })
      addErrorHandler(http, parts)
      await operatorRoutes(http, parts)
      // The folder's former holder is gone.
      rmSync(socketFile(env.DATA_DIR), { force: true })
      try {
        await http.listen({ path: socketAddress(env.DATA_DIR) })
        chmodSync(socketFile(env.DATA_DIR), 0o600)
      } catch (error) {
        // Some file systems have no sockets. The server continues; commands then need it stopped.
        log.warn({ err: error }, 'no commands through the running server')
      }
    },
    async close() {
      await http?.close()
    },
  }
}
