import type { Ctx } from './context.ts'
import type { workerTasks } from '../app/worker-process/tasks.ts'

type Tasks = typeof workerTasks
export type WorkerTask = keyof Tasks
export type WorkerTaskInput<Task extends WorkerTask> = Parameters<Tasks[Task]>[1]
export type WorkerTaskResult<Task extends WorkerTask> = Awaited<ReturnType<Tasks[Task]>>

/**
 * Where long work on one shop's data is done, so that a process that serves keeps its event loop and its memory for who asks it
 * (decision 0029): in a process beside it (`asideProcess`), or here where no request is served (`asideHere`).
 */
export interface WorkerProcess {
  /**
   * Runs a task under a shop and answers what it answers. Not within a transaction: the task has its own.
   * @throws whatever the task throws, of refusals InvalidInput as itself and others by their code; AsideLost when its process died, or ours closes
   */
  run<Task extends WorkerTask>(ctx: Ctx, task: Task, input: WorkerTaskInput<Task>): Promise<WorkerTaskResult<Task>>
  /** Number of the process beside, while there is one. */
  readonly pid: number | null
  /** Takes nothing new and ends the process beside; what it still has in hand after some seconds is rolled back, and followed when its lease is out. */
  close(): Promise<void>
}

/** The process beside died over a task, which may be tried again: what it had not committed did not happen. */
export class WorkerProcessLost extends Error {
  constructor(how: string) {
    super(`The process beside ended with ${how}.`)
  }
}
