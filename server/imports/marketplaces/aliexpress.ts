import { isObject } from '../../../rules/json.ts'
import { decodeEntities } from '../parsing/entities.ts'
import { dayIn } from './local-dates.ts'
import { countOf, joined, withScheme, type Listing, type ListedReview } from './marketplace.ts'
import { at, listAt, numberAt, textAt, textsAt } from './payload.ts'

/** Stars are percentages. */
const pointsAStar = 20

/**
 * Reads reviews from a response of AliExpress' own API (domain/marketplaces 2.1); null for other data. Uses the site's
 * translation where one exists, as its own pages do. Appends additional reviews. Omits the seller's replies, because
 * the seller is another shop.
 */
export function readAliexpress(payload: unknown): Listing | null {
  // Older versions named the envelope differently.
  const data =
    ['data', 'displayMessage'].map((name) => at(payload, name)).find((one) => Array.isArray(at(one, 'evaViewList'))) ??
    (Array.isArray(at(payload, 'evaViewList')) ? payload : null)
  if (!isObject(data)) return null
  const [page, pages] = [numberAt(data, 'currentPage'), numberAt(data, 'totalPage')]
  return {
    reviews: listAt(data, 'evaViewList')
      .filter(isObject)
      .map((item) => listed(item, textAt(data, 'productId'))),
    total: countOf(numberAt(data, 'totalNum')) ?? countOf(numberAt(data, 'productEvaluationStatistic', 'totalNum')),
    more: page < pages,
  }
}

function listed(item: object, productId: string): ListedReview {
  const text = (...names: readonly string[]): string =>
    decodeEntities(names.map((name) => textAt(item, name)).find((one) => one.trim() !== '') ?? '')
  const later = text('buyerAddFbTranslation', 'buyerAddFbContent').trim()
  const points = numberAt(item, 'buyerEval')
  const date = textAt(item, 'evalDate')
  return {
    cells: {
      externalId: textAt(item, 'evaluationIdStr') || textAt(item, 'evaluationId'),
      rating: Number.isNaN(points) ? textAt(item, 'buyerEval') : String(points / pointsAStar),
      author: text('buyerName'),
      content: [text('buyerTranslationFeedback', 'buyerFeedback', 'buyerProductFeedBack').trim(), later]
        .filter(Boolean)
        .join('\n\n'),
      date: dayIn(date) ?? date,
      country: textAt(item, 'buyerCountry'),
      variant: text('skuInfo').trim(),
      pictures: joined([...textsAt(item, 'images'), ...textsAt(item, 'buyerAddFbImages')].map(withScheme)),
      platformId: textAt(item, 'productId') || productId,
    },
    votes: countOf(numberAt(item, 'upVoteCount')) ?? 0,
    badge: false,
  }
}
