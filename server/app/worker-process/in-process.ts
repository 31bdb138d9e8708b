import type { Ctx } from '../../core/context.ts'
import type { WorkerProcess, WorkerTaskResult, WorkerTaskInput, WorkerTask } from '../../core/worker-process.ts'
import { workerTasks } from './tasks.ts'

type Run<Task extends WorkerTask> = (ctx: Ctx, input: WorkerTaskInput<Task>) => Promise<WorkerTaskResult<Task>>

export const runInProcess = <Task extends WorkerTask>(
  ctx: Ctx,
  task: Task,
  input: WorkerTaskInput<Task>,
): Promise<WorkerTaskResult<Task>> => (workerTasks[task] as unknown as Run<Task>)(ctx, input)

/** Used by processes that answer no requests, and by the worker process. */
export const inProcessWorker: WorkerProcess = { run: runInProcess, pid: null, close: () => Promise.resolve() }
