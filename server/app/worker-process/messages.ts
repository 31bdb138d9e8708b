import type pg from 'pg'
import type { Deps } from '../../core/context.ts'
import type { Env } from '../../core/env.ts'
import { InvalidInput, UserError, type Problem } from '../../core/errors.ts'
import { mayRetry } from '../../core/background/temporary-errors.ts'
import type { JobName } from '../../core/job-names.ts'
import type { MessageCode, MessageParams } from '../../../rules/messages.ts'
import type { WorkerTask } from '../../core/worker-process.ts'

/** The first message to the process beside: what it stands on. It goes past its environment and its arguments, which others may read. */
export interface WorkerSetup {
  env: Env
  origin: string
  connection: pg.PoolConfig
  embedded: boolean
}

export interface TaskRequest {
  id: number
  task: WorkerTask
  shopId: string
  input: object
  /** How far business time is ahead of the wall clock, in milliseconds. */
  clockOffsetMs: number
}

export type MessageToWorker = { begin: WorkerSetup } | { order: TaskRequest }

export type MessageFromWorker =
  /** It has begun this order, which may have waited for others: from here on its time counts. */
  | { id: number; begun: true }
  | { id: number; answer: unknown }
  | { id: number; error: SerializedError }
  | { alive: true }
  | { wakes: Parameters<Deps['publish']>[] }
  /** A job to be queued, after the commit that made it due. */
  | { job: JobName; shopId: string; data: object }

/** An error as it goes from one process to another. */
export interface SerializedError {
  message: string
  stack: string | undefined
  code: unknown
  refusal: { code: MessageCode; params: MessageParams; fields: Readonly<Record<string, Problem>> | null } | null
}

/** What mayPass() knows by its class, the other process knows by this code. */
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
