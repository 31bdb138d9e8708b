import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Badge, IndexTable, useBreakpoints } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import { Link } from 'react-router'
import type { ReviewRow_review$data, ReviewRow_review$key } from '../../../__generated__/ReviewRow_review.graphql.ts'
import { hrefIn, useMode } from '../../shell/mode.tsx'
import { ProductThumbnail } from '../../ui/ProductThumbnail.tsx'
import { ReviewStatusBadge } from '../../ui/ReviewStatusBadge.tsx'
import { Stars } from '../../ui/Stars.tsx'
import { ReviewMenu } from './ReviewMenu.tsx'
import type { Decision } from './useDecideReviews.ts'
import { useFormat } from '../../shell/useFormat.ts'

interface Props {
  review: ReviewRow_review$key
  position: number
  selected: boolean
  decide: (decision: Decision, ids: readonly string[]) => void
}

const fragment = graphql`
  fragment ReviewRow_review on Review {
    id
    rate
    title
    content
    status
    firstName
    lastName
    verified
    createdAt
    product { title image }
    media { thumbnailUrl }
    reply { content }
    ...ReviewMenu_review
  }
`

/** One review in the list; on narrow screens one card in place of cells. */
export function ReviewRow({ review: key, position, selected, decide }: Props) {
  const review = useFragment(fragment, key)
  const { smDown } = useBreakpoints()
  const menu = <ReviewMenu review={review} decide={(decision) => decide(decision, [review.id])} />
  return (
    <IndexTable.Row id={review.id} position={position} selected={selected}>
      {smDown ? <NarrowCells review={review} menu={menu} /> : <Cells review={review} menu={menu} />}
    </IndexTable.Row>
  )
}

interface CellsProps {
  review: ReviewRow_review$data
  menu: React.ReactNode
}

function Cells({ review, menu }: CellsProps) {
  const format = useFormat()
  return (
    <>
      <IndexTable.Cell className="c-review-cell"><Words review={review} /></IndexTable.Cell>
      <IndexTable.Cell>{review.product && <div className="c-product"><ProductThumbnail image={review.product.image ?? null} /><span data-user-content title={review.product.title}>{review.product.title}</span></div>}</IndexTable.Cell>
      <IndexTable.Cell><Author review={review} /></IndexTable.Cell>
      <IndexTable.Cell><time dateTime={review.createdAt}>{format.date(review.createdAt, { dateStyle: 'medium' })}</time></IndexTable.Cell>
      <IndexTable.Cell><Standing review={review} /></IndexTable.Cell>
      <IndexTable.Cell>{menu}</IndexTable.Cell>
    </>
  )
}

function NarrowCells({ review, menu }: CellsProps) {
  const format = useFormat()
  return (
    <div className="c-review-narrow">
      <Words review={review} />
      <p className="c-quiet" data-user-content>{[nameOf(review), review.product?.title].filter(Boolean).join(' · ')}</p>
      <div className="c-review-foot">
        <Standing review={review} />
        <time dateTime={review.createdAt}>{format.date(review.createdAt, { dateStyle: 'medium' })}</time>
        {menu}
      </div>
    </div>
  )
}

function Words({ review }: { review: ReviewRow_review$data }) {
  const { t } = useLingui()
  const mode = useMode()
  const photos = review.media.flatMap(({ thumbnailUrl }) => (thumbnailUrl ? [thumbnailUrl] : []))
  const more = photos.length - shownPhotos
  return (
    <div className="c-review-words">
      <Stars rate={review.rate} />
      <Link to={hrefIn(mode, `/reviews/reply/${encodeURIComponent(review.id)}`)} onClick={leaveToLink} data-primary-link data-user-content data-untitled={review.title === '' ? '' : undefined}>{review.title || review.content || t`Without words`}</Link>
      {review.title && <p data-user-content>{review.content}</p>}
      {photos.length > 0 && (
        <div className="c-review-photos">
          {photos.slice(0, shownPhotos).map((url) => <img key={url} src={url} alt="" width="40" height="40" loading="lazy" decoding="async" />)}
          {more > 0 && <span><Plural value={more} one="+# photo" other="+# photos" /></span>}
        </div>
      )}
    </div>
  )
}

/** The row follows its link too, and would forbid opening it in another tab. */
const leaveToLink = (event: React.MouseEvent) => event.stopPropagation()

const shownPhotos = 3
const nameOf = ({ firstName, lastName }: ReviewRow_review$data) => `${firstName} ${lastName}`.trim()

function Author({ review }: { review: ReviewRow_review$data }) {
  return (
    <div className="c-author">
      <span data-user-content>{nameOf(review)}</span>
      {review.verified && <small><Trans>Verified</Trans></small>}
    </div>
  )
}

function Standing({ review }: { review: ReviewRow_review$data }) {
  const { t } = useLingui()
  return (
    <div className="c-standing">
      <ReviewStatusBadge status={review.status} />
      {review.reply && <Badge>{t`Replied`}</Badge>}
    </div>
  )
}
