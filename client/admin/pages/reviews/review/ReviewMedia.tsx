import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { lazyComponent } from '../../../shell/relay/lazyComponent.tsx'
import { Opening } from '../../../shell/Part.tsx'
import { graphql, useFragment } from 'react-relay/hooks'
import type {
  ReviewMedia_review$data,
  ReviewMedia_review$key,
} from '../../../../__generated__/ReviewMedia_review.graphql.ts'

const Lightbox = lazyComponent(() => import('./Lightbox.tsx').then((module) => module.Lightbox))

export type Medium = ReviewMedia_review$data['media'][number]

/** Shows a review's pictures and videos. A click opens the lightbox. */
export function ReviewMedia({ review: key }: { review: ReviewMedia_review$key }) {
  const { status, media: all } = useFragment(
    graphql`
    fragment ReviewMedia_review on Review {
      status
      media { id kind url thumbnailUrl posterUrl seconds width height hidden }
    }
  `,
    key,
  )
  const [shown, setShown] = useState<number | null>(null)
  const media = all.filter(({ url }) => url)
  if (media.length === 0) return null
  return (
    <>
      <ul className="c-photos">
        {media.map((medium, place) => (
          <li key={medium.id}>
            <Thumbnail medium={medium} open={() => setShown(place)} />
          </li>
        ))}
      </ul>
      {shown !== null && (
        <Opening onClose={() => setShown(null)}>
          <Lightbox
            media={media}
            at={Math.min(shown, media.length - 1)}
            show={setShown}
            canHide={status !== 'DELETED'}
            close={() => setShown(null)}
          />
        </Opening>
      )}
    </>
  )
}

function Thumbnail({ medium, open }: { medium: Medium; open: () => void }) {
  const { t } = useLingui()
  const label = medium.kind === 'VIDEO' ? t`Open video` : t`Open photo`
  return (
    <button
      type="button"
      className="c-photo"
      data-hidden={medium.hidden ? '' : undefined}
      data-video={medium.kind === 'VIDEO' ? '' : undefined}
      aria-label={medium.hidden ? t`${label}, hidden` : label}
      onClick={open}
    >
      {medium.thumbnailUrl && <img src={medium.thumbnailUrl} alt="" width="88" height="88" />}
      {medium.hidden && (
        <span>
          <Trans>Hidden</Trans>
        </span>
      )}
    </button>
  )
}
