import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button, ButtonGroup } from '@shopify/polaris'
import { Link } from 'react-router'
import { graphql, useFragment } from 'react-relay/hooks'
import type {
  SuspiciousReview_suspicion$data,
  SuspiciousReview_suspicion$key,
} from '../../../../__generated__/SuspiciousReview_suspicion.graphql.ts'
import type {
  SuspiciousReview_text$data,
  SuspiciousReview_text$key,
} from '../../../../__generated__/SuspiciousReview_text.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { ReviewStatusBadge } from '../../../ui/ReviewStatusBadge.tsx'
import { Stars } from '../../../ui/Stars.tsx'
import { useSuspicionWords } from '../../../ui/suspicionWords.ts'
import type { Decision } from './useDecide.ts'

interface Props {
  suspicion: SuspiciousReview_suspicion$key
  busy: boolean
  /** Null for people who may not change reviews. */
  choose: ((decision: Decision) => void) | null
}

/** A review of the queue: the reasons, its text beside those of similar reviews, and the decisions. */
export function SuspiciousReview({ suspicion: key, busy, choose }: Props) {
  const { reasons, review } = useFragment(
    graphql`
    fragment SuspiciousReview_suspicion on ReviewSuspicion {
      review { id status ...SuspiciousReview_text @alias(as: "words") }
      reasons { kind found act count reviews { id ...SuspiciousReview_text @alias(as: "words") } }
    }
  `,
    key,
  )
  if (!review) return null
  const others = new Map(reasons.flatMap((reason) => reason.reviews.map((other) => [other.id, other] as const)))
  return (
    <article className="c-suspicion">
      <Reasons reasons={reasons} />
      <div className="c-suspicion-texts" data-twins={others.size > 0 ? '' : undefined}>
        <ReviewText review={review.words} isFirst />
        {others.size > 0 && (
          <ul>
            {[...others.values()].map((other) => (
              <li key={other.id}>
                <ReviewText review={other.words} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {choose && <Decisions status={review.status} busy={busy} choose={choose} />}
    </article>
  )
}

function Reasons({ reasons }: Pick<SuspiciousReview_suspicion$data, 'reasons'>) {
  const { t } = useLingui()
  const sentence = useSuspicionWords()
  const acts: Readonly<Record<string, string>> = { HOLD: t`Held by your rule`, MARK: t`Marked by your rule` }
  return (
    <ul className="c-suspicion-reasons">
      {reasons.map((reason) => (
        <li key={reason.kind}>
          <strong>{sentence(reason)}</strong>
          {reason.act && acts[reason.act] && <Badge tone="attention">{acts[reason.act] ?? ''}</Badge>}
        </li>
      ))}
    </ul>
  )
}

function Decisions({ status, busy, choose }: { status: string; busy: boolean; choose: (decision: Decision) => void }) {
  const { t } = useLingui()
  return (
    <ButtonGroup>
      <Button disabled={busy} onClick={() => choose('FINE')}>{t`This is fine`}</Button>
      {status !== 'PUBLISHED' && <Button disabled={busy} onClick={() => choose('PUBLISH')}>{t`Publish`}</Button>}
      {status !== 'HIDDEN' && status !== 'REJECTED' && (
        <Button disabled={busy} onClick={() => choose('HIDE')}>{t`Hide from store`}</Button>
      )}
      <Button disabled={busy} tone="critical" onClick={() => choose('TRASH')}>{t`Move to trash`}</Button>
    </ButtonGroup>
  )
}

function ReviewText({ review: key, isFirst = false }: { review: SuspiciousReview_text$key; isFirst?: boolean }) {
  const { t } = useLingui()
  const mode = useMode()
  const format = useFormat()
  const review = useFragment(
    graphql`
    fragment SuspiciousReview_text on Review {
      id rate title content firstName lastName createdAt status product { title } media { kind thumbnailUrl posterUrl }
    }
  `,
    key,
  )
  const author = `${review.firstName} ${review.lastName}`.trim()
  return (
    <section>
      <p className="c-quiet">{isFirst ? <Trans>This review</Trans> : <Trans>Other review</Trans>}</p>
      <header>
        <Stars rate={review.rate} />
        <ReviewStatusBadge status={review.status} />
      </header>
      <Link
        to={hrefIn(mode, `/reviews/reply/${encodeURIComponent(review.id)}`)}
        data-primary-link={isFirst ? '' : undefined}
        data-user-content
        dir="auto"
      >
        {review.title || author || t`No text`}
      </Link>
      <p data-user-content dir="auto" className="c-suspicion-words">
        {review.content}
      </p>
      <Photos media={review.media} />
      <p className="c-quiet" data-user-content>
        {[author, review.product?.title, format.date(review.createdAt, { dateStyle: 'medium', timeStyle: 'short' })]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </section>
  )
}

function Photos({ media }: Pick<SuspiciousReview_text$data, 'media'>) {
  const urls = media.flatMap(({ thumbnailUrl, posterUrl }) => thumbnailUrl ?? posterUrl ?? [])
  return (
    urls.length > 0 && (
      <div className="c-suspicion-photos">
        {urls.slice(0, 4).map((url) => (
          <img key={url} src={url} alt="" width="72" height="72" loading="lazy" decoding="async" />
        ))}
      </div>
    )
  )
}
