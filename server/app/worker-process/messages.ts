import type pg from 'pg'
import type { Deps } from '../../core/context.ts'
import type { Database } from '../../core/database/open.ts'
import type { Env } from '../../core/env.ts'
import { InvalidInput, UserError, type Problem } from '../../core/errors.ts'
import { mayRetry } from '../../core/background/temporary-errors.ts'
import type { JobName } from '../../core/job-names.ts'
import type { MessageCode, MessageParams } from '../../../rules/messages.ts'
import type { WorkerTask } from '../../core/worker-process.ts'

/** First message to the worker process. Sent over IPC, as others may read environment and arguments. */
export interface WorkerSetup {
  env: Env
  origin: string
  connection: pg.PoolConfig
  server: Database['server']
}

export interface TaskRequest {
  id: number
  task: WorkerTask
  shopId: string
  input: object
  /** Lead of business time over the wall clock, in milliseconds. */
  clockOffsetMs: number
}

export type MessageToWorker = { begin: WorkerSetup } | { order: TaskRequest }

export type MessageFromWorker =
  /** The task has started, perhaps after waiting in line: its time limit counts from here. */
  | { id: number; begun: true }
  | { id: number; answer: unknown }
  | { id: number; error: SerializedError }
  | { alive: true }
  | { notifications: Parameters<Deps['publish']>[] }
  /** A job to queue after the commit that made it due. */
  | { job: JobName; shopId: string; data: object }

interface SerializedError {
  message: string
  stack: string | undefined
  code: unknown
  refusal: { code: MessageCode; params: MessageParams; fields: Readonly<Record<string, Problem>> | null } | null
}

/** Marks errors that mayRetry() knows by class. */
const temporaryErrorCode = 'EAGAIN'

export function serializeError(error: unknown): SerializedError {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const refusal =
    error instanceof UserError
      ? { code: error.code, params: error.params, fields: error instanceof InvalidInput ? error.fields : null }
      : null
  return { message, stack, code: mayRetry(error) ? temporaryErrorCode : (error as { code?: unknown }).code, refusal }
}

export function deserializeError({ message, stack, code, refusal }: SerializedError): Error {
  if (refusal?.fields) return new InvalidInput({ ...refusal.fields }, refusal.code)
  if (refusal) return new UserError(refusal.code, refusal.params)
  return Object.assign(new Error(message), { stack, code })
}
