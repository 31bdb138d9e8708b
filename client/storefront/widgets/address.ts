import type { Choice } from './shown.ts'

/** A choice as the parameters of an address; what is not chosen is left out. */
export function choiceParams({
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

/** The page's own address with a choice in it; relative, so that the same markup serves every address of the product. */
export function buildChoiceQuery(choice: Choice): string {
  const query = new URLSearchParams(choiceParams(choice))
  if (choice.after) {
    query.set('candor_after', choice.after)
    // So that the review which came first does not come again.
    if (choice.review) query.set('candor_review', choice.review)
  }
  return `?${query.toString()}#candor-reviews`
}

/** The address of one review: it comes first there and is marked. */
export const reviewAddress = (id: string): string => `?candor_review=${id}#candor-reviews`
