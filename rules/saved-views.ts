import { z } from 'zod'
import { cleanLine } from './clean-text.ts'
import { closestWord } from './closest-word.ts'
import { maxViewNameChars, maxViewQueryChars } from './limits.ts'
import { oneOf, requiredLine } from './validation.ts'

/**
 * The lists that keep views, and what of their address a view holds: what is chosen, not where the merchant stands in it
 * (page, cursor and count stay out).
 */
export const VIEW_PARAMETERS = {
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
    'createdDate',
  ],
} as const satisfies Record<string, readonly string[]>
/** Of the same address: where the merchant is in the list. Left out of a view. */
const positionParameters = ['page', 'cursor', 'count', 'view']
export type ViewList = keyof typeof VIEW_PARAMETERS

/** What of an address's query a view keeps: known parameters in one order, so that two views of one choice are one text. */
export function viewQueryOf(list: ViewList, query: string): string {
  const asked = new URLSearchParams(query)
  const kept = new URLSearchParams()
  for (const name of VIEW_PARAMETERS[list]) {
    const value = cleanLine(asked.get(name) ?? '')
    if (value) kept.set(name, value)
  }
  return kept.toString()
}

/** By what two names are the same: neither capitals nor the way an accent is written make another. */
export const viewNameKey = (name: string): string => name.normalize('NFC').toLowerCase()

/** A view as the merchant saves it. An unknown parameter of its query is refused: a misspelled filter would show everything. */
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
