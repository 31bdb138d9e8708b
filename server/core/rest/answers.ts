import { z } from 'zod'
import { pagination } from './shapes.ts'

const success = z.literal(true)

/** The answer of a page of rows. */
export const pageAnswer = (row: z.core.$ZodType) => z.looseObject({ success, data: z.array(row), pagination })

/** The answer of `data`, and a sentence after a write. */
export const dataAnswer = (data: z.core.$ZodType) => z.object({ success, data, message: z.string().optional() })

/** A refusal, with the problem of each field in a 422. */
export const failureAnswer = z.object({
  success: z.literal(false),
  message: z.string().describe('An English sentence.'),
  error: z.string().describe('The same sentence.'),
  code: z.string().describe('A stable name of the reason.'),
  params: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .describe('Values in the sentence.')
    .optional(),
  fields: z
    .record(z.string(), z.object({ code: z.string(), message: z.string() }))
    .describe('The problem of each parameter, by its name.')
    .optional(),
  requestId: z.string().describe('Of a 500: Candor’s log has it, too.').optional(),
})
