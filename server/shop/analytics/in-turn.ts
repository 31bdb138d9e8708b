import type { Ctx } from '../../core/context.ts'

const lastOf = new WeakMap<Ctx, Promise<unknown>>()

/** Runs the analytics of a request one after another, so that one document never takes all connections. */
export function inTurn<Result>(ctx: Ctx, run: () => Promise<Result>): Promise<Result> {
  const result = (lastOf.get(ctx) ?? Promise.resolve()).then(run, run)
  lastOf.set(ctx, result)
  return result
}
