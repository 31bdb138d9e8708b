import { AsyncLocalStorage } from 'node:async_hooks'
import { getOperationAST, GraphQLError, print, type ExecutionArgs, type ExecutionResult } from 'graphql'
import type { Plugin, YogaInitialContext } from 'graphql-yoga'
import { UserError } from '../errors.ts'
import { findStatus } from '../http/errors.ts'
import {
  computeFingerprint,
  idempotencyHeader,
  identifyAsker,
  isKeptRefusal,
  runOnce,
  readIdempotencyKey,
  type Attempt,
} from '../idempotency/idempotency.ts'
import type { GqlContext } from './builder.ts'

/** Whether the current mutation met a temporary refusal, which a retry may not meet. */
const attempts = new AsyncLocalStorage<{ passing: boolean }>()

/** Records a refusal that becomes a member of a result union. */
export function noteRefusal(error: Error): void {
  const attempt = attempts.getStore()
  if (attempt && error instanceof UserError && !isKeptRefusal(error)) attempt.passing = true
}

/** Runs a mutation once per Idempotency-Key. Does not store results with errors: nothing was done, or we failed. */
export const idempotentMutations: Plugin<GqlContext> = {
  onExecute({ args, executeFn, setExecuteFn }) {
    const { document, operationName, variableValues, contextValue } = args as unknown as ExecutionArgs & {
      contextValue: GqlContext & YogaInitialContext
    }
    const header = contextValue.request.headers.get(idempotencyHeader)
    if (
      header === null ||
      !contextValue.session.shop ||
      getOperationAST(document, operationName)?.operation !== 'mutation'
    )
      return
    const run = executeFn as (given: ExecutionArgs) => Promise<ExecutionResult>
    setExecuteFn(async (given: ExecutionArgs): Promise<ExecutionResult> => {
      try {
        const key = readIdempotencyKey(header) ?? ''
        const fingerprint = computeFingerprint(
          'graphql',
          identifyAsker(contextValue.session.actor),
          print(document),
          operationName ?? '',
          JSON.stringify(variableValues ?? {}),
        )
        const { body } = await runOnce(contextValue.ctx, { key, fingerprint }, () =>
          attempts.run({ passing: false }, () => attempt(() => run(given))),
        )
        return body as ExecutionResult
      } catch (error) {
        if (!(error instanceof UserError)) throw error
        return {
          errors: [
            new GraphQLError(error.message, { extensions: { code: error.code, http: { status: findStatus(error) } } }),
          ],
        }
      }
    })
  },
}

async function attempt(run: () => Promise<ExecutionResult>): Promise<Attempt> {
  const body = await run()
  return { status: 200, body, keep: !body.errors && !attempts.getStore()?.passing }
}
