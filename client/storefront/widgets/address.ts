import { widgetId } from './ids.ts'
import type { Choice } from './shown.ts'

/** Returns a choice as URL parameters; omits defaults. */
function choiceParams({
  sort,
  rate,
  search,
  media,
  verified,
  language,
  variant,
}: Choice): [name: string, value: string][] {
  const given: [string, string | number | false | null | undefined][] = [
    ['sort', sort],
    ['rate', rate],
    ['q', search],
    ['media', media && 1],
    ['verified', verified && 1],
    ['language', language],
    ['variant', variant],
  ]
  return given.flatMap(([name, value]): [string, string][] => (value ? [[`candor_${name}`, String(value)]] : []))
}

/** Returns the page's URL with a choice. Relative, so that the same markup serves every URL of the product. */
export function buildChoiceQuery(choice: Choice, key?: string): string {
  const query = new URLSearchParams(choiceParams(choice))
  if (choice.after) {
    query.set('candor_after', choice.after)
    // The linked review came first and must not appear again.
    if (choice.review) query.set('candor_review', choice.review)
  }
  return `?${query.toString()}#${widgetId('reviews', key)}`
}

/** Returns the URL of a review, which shows it first and marked. */
export const reviewAddress = (id: string, key?: string): string => `?candor_review=${id}#${widgetId('reviews', key)}`
