import { isObject } from '../../../rules/json.ts'
import { decodeEntities } from '../parsing/entities.ts'
import { countOf, joined, type Listing } from './marketplace.ts'
import { at, listAt, numberAt, textAt, textsAt } from './payload.ts'

/** Dates are midnights in China; in other zones they would fall on the day before. */
const chineseMidnight = /T00:00:00(?:\.000)?\+08:00$/

/** Reads a response of CJDropshipping's API (domain/marketplaces 2.3); null for other data and errors (refusalOf). */
export function readCj(payload: unknown): Listing | null {
  const data = at(payload, 'data')
  const items = listAt(data, 'list')
  if (
    !isObject(data) ||
    !Array.isArray(at(data, 'list')) ||
    !('pageNum' in data || items.some((item) => textAt(item, 'commentId') !== ''))
  )
    return null
  const [total, page, size] = [numberAt(data, 'total'), numberAt(data, 'pageNum'), numberAt(data, 'pageSize')]
  return {
    reviews: items.filter(isObject).map((item) => ({
      cells: {
        externalId: textAt(item, 'commentId'),
        platformId: textAt(item, 'pid'),
        rating: textAt(item, 'score'),
        author: decodeEntities(textAt(item, 'commentUser')),
        content: decodeEntities(textAt(item, 'comment')),
        date: textAt(item, 'commentDate').replace(chineseMidnight, ''),
        country: textAt(item, 'countryCode'),
        pictures: joined(textsAt(item, 'commentUrls')),
      },
      votes: 0,
      badge: false,
    })),
    total: countOf(total),
    more: page * size < total,
  }
}
