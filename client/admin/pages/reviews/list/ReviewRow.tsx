import { Plural, useLingui } from '@lingui/react/macro'
import { IndexTable, useBreakpoints } from '@shopify/polaris'
import { ShieldCheckMarkIcon } from '@shopify/polaris-icons'
import { graphql, useFragment } from 'react-relay/hooks'
import { Link } from 'react-router'
import type { ReviewAct } from '../../../../../rules/review-status.ts'
import type { ReviewRow_review$data, ReviewRow_review$key } from '../../../../__generated__/ReviewRow_review.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { Part } from '../../../shell/Part.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { ProductThumbnail } from '../../../ui/ProductThumbnail.tsx'
import { useProvenanceWords } from '../../../ui/provenanceWords.ts'
import { ReviewStatusBadge } from '../../../ui/ReviewStatusBadge.tsx'
import { Stars } from '../../../ui/Stars.tsx'
import { laterPart } from '../../../shell/relay/laterPart.ts'
import { Assignee } from '../assign/Assignee.tsx'
import { ReviewFlags } from './ReviewFlags.tsx'
import { ReviewMenu } from './ReviewMenu.tsx'
import type { ListedReviews } from './useListedReviews.ts'

const SuspicionLine = laterPart(() => import('../suspicions/SuspicionLine.tsx').then((module) => module.SuspicionLine))

interface Props {
  review: ReviewRow_review$key
  position: number
  selected: boolean
  /** There is room for a column with the product. */
  wide: boolean
  act: (act: ReviewAct, id: string) => void
  /** List state that is passed to the review's page. */
  state: ListedReviews
}

const fragment = graphql`
  fragment ReviewRow_review on Review {
    id
    rate
    title
    content
    status
    provenance { kind from }
    incentivized
    suspicion { id reasons { kind found count } }
    firstName
    lastName
    verified
    createdAt
    product { title image }
    media { kind thumbnailUrl posterUrl hidden }
    ...ReviewFlags_review
    ...Assignee_review
    ...ReviewMenu_review
  }
`

/** A row of one review. Narrow screens show one cell instead of many. */
export function ReviewRow({ review: key, position, selected, wide, act, state }: Props) {
  const { t } = useLingui()
  const review = useFragment(fragment, key)
  const { smDown } = useBreakpoints()
  const name = nameOf(review)
  const menu = <ReviewMenu review={review} act={(which) => act(which, review.id)} />
  return (
    <IndexTable.Row
      id={review.id}
      position={position}
      selected={selected}
      accessibilityLabel={t`Select the review by ${name}`}
    >
      {smDown ? (
        <NarrowCells review={review} menu={menu} state={state} />
      ) : (
        <Cells review={review} menu={menu} state={state} wide={wide} />
      )}
    </IndexTable.Row>
  )
}

interface CellsProps {
  review: ReviewRow_review$data
  menu: React.ReactNode
  state: ListedReviews
}

function Cells({ review, menu, state, wide }: CellsProps & { wide: boolean }) {
  return (
    <>
      <IndexTable.Cell className="c-review-cell">
        <Words review={review} state={state} />
        {!wide && <Product review={review} />}
      </IndexTable.Cell>
      {wide && (
        <IndexTable.Cell>
          <Product review={review} />
        </IndexTable.Cell>
      )}
      <IndexTable.Cell>
        <Author review={review} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Day review={review} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Standing review={review} />
      </IndexTable.Cell>
      <IndexTable.Cell>{menu}</IndexTable.Cell>
    </>
  )
}

function NarrowCells({ review, menu, state }: CellsProps) {
  return (
    <IndexTable.Cell className="c-narrow-cell">
      <div className="c-review-narrow">
        <Words review={review} state={state} />
        <p className="c-quiet">
          <Verified review={review} />
          <span data-user-content>{[nameOf(review), review.product?.title].filter(Boolean).join(' · ')}</span>
        </p>
        <div className="c-review-foot">
          <Standing review={review} />
          <Day review={review} />
          {menu}
        </div>
      </div>
    </IndexTable.Cell>
  )
}

function Words({ review, state }: Omit<CellsProps, 'menu'>) {
  const { t } = useLingui()
  const mode = useMode()
  return (
    <div className="c-review-words">
      <Stars rate={review.rate} />
      <Link
        to={hrefIn(mode, `/reviews/reply/${encodeURIComponent(review.id)}`)}
        state={state}
        onClick={leaveToLink}
        data-primary-link
        data-user-content
        dir="auto"
        data-untitled={review.title === '' ? '' : undefined}
      >
        {review.title || review.content || t`No text`}
      </Link>
      {review.title && (
        <p data-user-content dir="auto">
          {review.content}
        </p>
      )}
      <Suspicion review={review} />
      <Media review={review} />
    </div>
  )
}

/** Says why a review stands out, with texts that load later. */
function Suspicion({ review: { suspicion } }: { review: ReviewRow_review$data }) {
  return (
    suspicion && (
      <Part waits={<p className="c-review-suspicion">…</p>} failed={() => null}>
        <SuspicionLine reasons={suspicion.reasons} />
      </Part>
    )
  )
}

/** Stops the row's own click handler, which would prevent opening the link in another tab. */
const leaveToLink = (event: React.MouseEvent) => event.stopPropagation()

const shownPictures = 4

function Media({ review: { media } }: { review: ReviewRow_review$data }) {
  const { t } = useLingui()
  const pictures = media.flatMap(({ kind, thumbnailUrl, posterUrl, hidden }) => {
    const url = thumbnailUrl ?? posterUrl
    return url || kind === 'VIDEO' ? [{ url: url ?? null, video: kind === 'VIDEO', hidden }] : []
  })
  // Show the media of the storefront, and count the hidden ones.
  const shown = pictures.filter(({ hidden }) => !hidden)
  const hiddenOnes = pictures.length - shown.length
  const more = shown.length - shownPictures
  if (pictures.length === 0) return null
  return (
    <div className="c-review-photos">
      {shown.slice(0, shownPictures).map(({ url, video }, index) => (
        <span
          key={url ?? index}
          data-video={video ? '' : undefined}
          {...(video ? { role: 'img', 'aria-label': t`Video` } : {})}
        >
          {url && <img src={url} alt="" width="40" height="40" loading="lazy" decoding="async" />}
        </span>
      ))}
      {more > 0 && (
        <span>
          <Plural value={more} one="+# photo" other="+# photos" />
        </span>
      )}
      {hiddenOnes > 0 && (
        <span>
          <Plural value={hiddenOnes} one="# photo hidden from the store" other="# photos hidden from the store" />
        </span>
      )}
    </div>
  )
}

function Product({ review: { product } }: { review: ReviewRow_review$data }) {
  return (
    product && (
      <div className="c-product">
        <ProductThumbnail image={product.image ?? null} />
        <span data-user-content dir="auto" title={product.title}>
          {product.title}
        </span>
      </div>
    )
  )
}

const nameOf = ({ firstName, lastName }: ReviewRow_review$data) => `${firstName} ${lastName}`.trim()

function Author({ review }: { review: ReviewRow_review$data }) {
  const { t } = useLingui()
  const sayProvenance = useProvenanceWords()
  return (
    <div className="c-author">
      <span data-user-content>{nameOf(review)}</span>
      <small>
        <Verified review={review} />
        {sayProvenance(review.provenance)}
        {review.incentivized && ` · ${t`Incentivized`}`}
      </small>
    </div>
  )
}

function Verified({ review }: { review: ReviewRow_review$data }) {
  const { t } = useLingui()
  const label = t`Verified`
  return (
    review.verified && (
      <span className="c-verified" role="img" aria-label={label} title={label}>
        <ShieldCheckMarkIcon width={16} height={16} aria-hidden="true" />
      </span>
    )
  )
}

function Day({ review: { createdAt } }: { review: ReviewRow_review$data }) {
  const format = useFormat()
  return <time dateTime={createdAt}>{format.date(createdAt, { dateStyle: 'medium' })}</time>
}

function Standing({ review }: { review: ReviewRow_review$data }) {
  return (
    <div className="c-standing">
      <ReviewStatusBadge status={review.status} />
      <ReviewFlags review={review} />
      <Assignee review={review} />
    </div>
  )
}
