import type { Ctx } from '../../core/context.ts'
import type { Aside, AsideAnswer, AsideInput, AsideTask } from '../../core/aside.ts'
import { asideTasks } from './tasks.ts'

type Run<Task extends AsideTask> = (ctx: Ctx, input: AsideInput<Task>) => Promise<AsideAnswer<Task>>

/** Runs a task in this process. */
export const runHere = <Task extends AsideTask>(
  ctx: Ctx,
  task: Task,
  input: AsideInput<Task>,
): Promise<AsideAnswer<Task>> => (asideTasks[task] as unknown as Run<Task>)(ctx, input)

/** For a process that answers no requests, and for the process beside itself. */
export const asideHere: Aside = { run: runHere, pid: null, close: () => Promise.resolve() }
