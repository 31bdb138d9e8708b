import { chmodSync, rmSync } from 'node:fs'
import Fastify, { type FastifyInstance } from 'fastify'
import { addErrorHandler } from '../core/http/errors.ts'
import type { Parts } from '../core/http/parts.ts'
import { isPrivateFolder } from '../core/private-folder.ts'
import { socketAddress, socketFile } from './operator-socket.ts'
import { operatorRoutes } from './operator.routes.ts'

/** A server of its own for the operator's commands, apart from the one that the world reaches. */
export interface OperatorServer {
  /** Where the embedded database lets no other process in: takes commands from now on, at the data folder's socket (decision 0028). */
  open(): Promise<void>
  /** Waits for what is under way. */
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
      // Whoever held the folder before is not there any more.
      rmSync(socketFile(env.DATA_DIR), { force: true })
      try {
        await http.listen({ path: socketAddress(env.DATA_DIR) })
        chmodSync(socketFile(env.DATA_DIR), 0o600)
      } catch (error) {
        // Some file systems have no sockets. The server goes on; commands want it stopped.
        log.warn({ err: error }, 'no commands through the running server')
      }
    },
    async close() {
      await http?.close()
    },
  }
}
