import type { PgBoss } from 'pg-boss'
import { InvalidInput, UserError, type Problem } from '../errors.ts'
import type { JobName } from '../job-names.ts'
import type { MessageCode, MessageParams } from '../../../rules/messages.ts'

/** The worker died over the job, again after a retry. */
export class JobLost extends Error {}

const askMs = 100

interface Refusal {
  code: MessageCode
  params: MessageParams
  fields: Readonly<Record<string, Problem>> | null
}
type Answer = { result: unknown } | { refusal: Refusal }

/** Runs a job whose caller waits for the result. A refusal is an answer and is not retried. */
export async function answerJob(run: () => Promise<unknown>): Promise<Answer> {
  try {
    return { result: await run() }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const { code, params } = error
    return { refusal: { code, params, fields: error instanceof InvalidInput ? error.fields : null } }
  }
}

/** Jobs that this process waits for. */
export function openAskedJobs(boss: PgBoss) {
  const asked = new Map<string, JobName>()
  return {
    /** Waits for the result of a job. @throws JobLost; UserError as the job */
    async wait(job: JobName, id: string): Promise<unknown> {
      asked.set(id, job)
      try {
        for (;;) {
          const [found] = await boss.findJobs(job, { id })
          if (found?.state === 'completed') return readAnswer(found.output as Answer)
          if (!found || found.state === 'failed' || found.state === 'cancelled') throw new JobLost(`${job} was lost.`)
          await new Promise((resolve) => setTimeout(resolve, askMs))
        }
      } finally {
        asked.delete(id)
      }
    },
    /** Has the jobs retried whose worker has ended. */
    async retry(): Promise<void> {
      for (const [id, name] of asked) {
        const [found] = await boss.findJobs(name, { id })
        if (found?.state === 'active') await boss.fail(name, id, { message: 'The worker ended.' })
      }
    },
  }
}

function readAnswer(answer: Answer): unknown {
  // Without a result, JSON drops the key.
  if (!('refusal' in answer)) return answer.result
  const { code, params, fields } = answer.refusal
  throw fields ? new InvalidInput({ ...fields }, code) : new UserError(code, params)
}
