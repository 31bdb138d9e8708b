import { findReviewFacets } from '../../../reviews/reviews/list/facets.ts'
import { shareSql, type ReviewShare } from '../../../reviews/statements/share.ts'
import { maxWallItems, maxFilterChoices } from '../../../../rules/limits.ts'

/** Data of a review box besides its page of reviews. */
export interface ReviewToolsData {
  wall: WallRow[] | null
  languages: string[] | null
  variants: string[] | null
  share: ReviewShare
}

/** A photo or video of the wall, as stored. */
interface WallRow {
  reviewId: string
  rate: number
  firstName: string
  lastName: string
  kind: 'image' | 'video'
  key: string
  posterKey: string
  width: number
  height: number
}

type Subject = 'product' | 'shop'

/** Photos per review, so that one review doesn't fill the wall. */
const mostOfOne = 3
const newest = `order by r."createdAt" desc, r.id desc limit ${maxWallItems}`

/** Writes one JSON object. $1 is the shop; the product's alias is `p`. Only a first page has the wall. */
export const writeReviewToolsColumn = (subject: Subject, hasWall: boolean): string =>
  `json_build_object('wall', ${hasWall ? wall(subject) : 'null::json'}, 'languages', ${values(subject, 'language')}, 'variants', ${subject === 'product' ? values(subject, 'variantTitle') : 'null::json'}, 'share', (${shareSql}))`

function wall(subject: Subject): string {
  const ranges =
    subject === 'product'
      ? [1, 2, 3, 4, 5]
          .map(
            (rate) =>
              `(select * from "Review" r where r."shopId" = $1::uuid and r."productId" = p.id and r.status = 'published' and r.rate = ${rate} and r."hasMedia" ${newest})`,
          )
          .join(' union all ')
      : `select r.* from unnest('{${findReviewFacets({ status: ['published'], hasMedia: true }).join()}}'::smallint[]) f(facet) cross join lateral (select * from "Review" r where r."shopId" = $1::uuid and r.facet = f.facet ${newest}) r`
  return `(select json_agg(item) from (
      select r.id as "reviewId", r.rate, r."firstName", r."lastName", m.kind, m.key, m."posterKey", m.width, m.height
      from (select r.* from (${ranges}) r ${newest}) r cross join lateral (
        select * from "ReviewMedia" m where m."shopId" = $1::uuid and m."reviewId" = r.id and m.status = 'ready' and not m.hidden order by m.position, m.id limit ${mostOfOne}) m
      order by r."createdAt" desc, r.id desc, m.position, m.id limit ${maxWallItems}) item)`
}

/** Writes a loose index scan for the distinct values of published reviews: a few lookups for any number of reviews. */
function values(subject: Subject, column: 'language' | 'variantTitle'): string {
  const next = (
    more: string,
  ) => `(select r."${column}" from "Review" r where r."shopId" = $1::uuid ${subject === 'product' ? 'and r."productId" = p.id' : ''} and r.status = 'published'
        and ${column === 'language' ? 'r.language is not null' : `r."variantTitle" <> ''`} ${more} order by r."${column}" limit 1)`
  return `(with recursive had(value, place) as (select ${next('')}, 1
        union all select ${next(`and r."${column}" > had.value`)}, had.place + 1 from had where had.value is not null and had.place <= ${maxFilterChoices})
      select json_agg(value) from had where value is not null)`
}
