import { z } from 'zod'
import {
  maxObjectionChars,
  maxRefusalNoteChars,
  OBJECTION_DECISIONS,
  REFUSAL_REASONS,
  type Refusal,
} from './refusal.ts'
import { oneOf, requiredText, text } from './validation.ts'

/** An absent reason is `other`, for callers from before reasons existed. Whoever chooses `other` explains it. */
export const refusalInput = z
  .object({
    reason: oneOf(REFUSAL_REASONS).nullish(),
    note: text(maxRefusalNoteChars).nullish(),
  })
  .superRefine(({ reason, note }, context) => {
    if (reason === 'other' && !note) context.addIssue({ code: 'custom', message: 'required', path: ['note'] })
  })
  .transform(({ reason, note }): Refusal => ({ reason: reason ?? 'other', note: note ?? '' }))

export const objectionInput = z.object({ text: requiredText(maxObjectionChars, 'requiredField') })

export const objectionDecisionInput = z.object({
  decision: oneOf(OBJECTION_DECISIONS),
  answer: text(maxObjectionChars)
    .nullish()
    .transform((answer) => answer ?? ''),
})
