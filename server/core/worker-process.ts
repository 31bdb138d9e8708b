import type { Ctx } from './context.ts'
import type { workerTasks } from '../app/worker-process/tasks.ts'

type Tasks = typeof workerTasks
export type WorkerTask = keyof Tasks
export type WorkerTaskInput<Task extends WorkerTask> = Parameters<Tasks[Task]>[1]
export type WorkerTaskResult<Task extends WorkerTask> = Awaited<ReturnType<Tasks[Task]>>

/**
 * Runs long work on a shop's data, to keep event loop and memory for requests (decision 0029). `makeWorkerProcess` runs
 * it in a worker process; `inProcessWorker` in this one, where no request is served.
 */
export interface WorkerProcess {
  /**
   * Runs a task for a shop and returns its result. Call it outside of transactions: the task has its own.
   * @throws whatever the task throws: InvalidInput as itself, other refusals by their code
   * @throws WorkerProcessLost when its process died, or this one closes
   */
  run<Task extends WorkerTask>(ctx: Ctx, task: Task, input: WorkerTaskInput<Task>): Promise<WorkerTaskResult<Task>>
  /** Process id of the worker, while there is one. */
  readonly pid: number | null
  /** Ends the worker process. Tasks still running after some seconds roll back and are retried after their lease. */
  close(): Promise<void>
}

/** The worker process died during a task. Uncommitted work did not happen, so a retry is safe. */
export class WorkerProcessLost extends Error {
  constructor(how: string) {
    super(`The process beside ended with ${how}.`)
  }
}
