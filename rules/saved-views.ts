import { z } from 'zod'
import { cleanLine } from './clean-text.ts'
import { closestWord } from './closest-word.ts'
import { maxViewNameChars, maxViewQueryChars } from './limits.ts'
import { oneOf, requiredLine } from './validation.ts'

/** URL parameters that a view keeps, by list: the selection without the position (page, cursor, count). */
const VIEW_PARAMETERS = {
  reviews: [
    'sort',
    'limit',
    'searchText',
    'statusFilter',
    'rateMultipleFilter',
    'sourceFilter',
    'productIdsFilter',
    'importFilter',
    'mediaFilter',
    'verifiedFilter',
    'reportedFilter',
    'suspicionFilter',
    'objectionFilter',
    'replyFilter',
    'assigneeFilter',
    'createdDate',
  ],
} as const satisfies Record<string, readonly string[]>
/** URL parameters for the position in a list, which views omit. */
const positionParameters = ['page', 'cursor', 'count', 'view']
export type ViewList = keyof typeof VIEW_PARAMETERS

/** Returns a view's part of a query: known parameters in a fixed order, so that equal choices have equal texts. */
export function viewQueryOf(list: ViewList, query: string): string {
  const asked = new URLSearchParams(query)
  const kept = new URLSearchParams()
  for (const name of VIEW_PARAMETERS[list]) {
    const value = cleanLine(asked.get(name) ?? '')
    if (value) kept.set(name, value)
  }
  return kept.toString()
}

/** Returns a key to compare names: ignores case and Unicode composition. */
export const viewNameKey = (name: string): string => name.normalize('NFC').toLowerCase()

/** A view to save. Refuses unknown parameters, because a misspelled filter would show everything. */
export const savedView = z
  .object({
    list: oneOf(Object.keys(VIEW_PARAMETERS) as ViewList[]).default('reviews'),
    name: requiredLine(maxViewNameChars),
    query: z.string({ error: 'valueInvalid' }),
  })
  .transform(({ list, name, query }, context) => {
    const known: readonly string[] = VIEW_PARAMETERS[list]
    const unknown = [...new URLSearchParams(query).keys()].find(
      (parameter) => !known.includes(parameter) && !positionParameters.includes(parameter),
    )
    if (unknown !== undefined) {
      const suggestion = closestWord(unknown, known)
      context.addIssue({
        code: 'custom',
        message: 'unknownField',
        path: ['query', unknown],
        ...(suggestion && { params: { suggestion } }),
      })
    }
    const kept = viewQueryOf(list, query)
    if (kept.length > maxViewQueryChars)
      context.addIssue({ code: 'custom', message: 'fillAtMost', params: { max: maxViewQueryChars }, path: ['query'] })
    return { list, name, nameKey: viewNameKey(name), query: kept }
  })
