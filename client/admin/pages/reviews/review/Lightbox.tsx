import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { graphql } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import type { LightboxHideMutation } from '../../../../__generated__/LightboxHideMutation.graphql.ts'
import { useCommit } from '../../../shell/relay/useCommit.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import type { Medium } from './ReviewMedia.tsx'

interface Props {
  media: readonly Medium[]
  at: number
  show: (place: number) => void
  canHide: boolean
  close: () => void
}

/** Shows a review's pictures and videos one at a time above the page. */
export function Lightbox({ media, at, show, canHide, close }: Props) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const dialog = useRef<HTMLDialogElement>(null)
  const { hide, hiding } = useHide()
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  const medium = media[at]
  if (!medium) return null
  const several = media.length > 1
  const by = (steps: number) => show((at + steps + media.length) % media.length)
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    // A focused video uses the arrow keys itself.
    if (!several || target instanceof HTMLVideoElement) return
    if (key === 'ArrowRight') by(1)
    if (key === 'ArrowLeft') by(-1)
  }
  const [place, all] = [at + 1, media.length]
  return (
    // A click beside the picture closes.
    <dialog
      ref={dialog}
      className="c-lightbox"
      aria-label={t`Photos and videos in the review`}
      onClose={close}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close()
      }}
    >
      <div className="c-lightbox-stage">
        {medium.kind === 'VIDEO' ? (
          <video
            key={medium.id}
            src={medium.url ?? undefined}
            poster={medium.posterUrl ?? undefined}
            controls
            playsInline
            preload="metadata"
          />
        ) : (
          <img
            key={medium.id}
            src={medium.url ?? undefined}
            alt={t`Photo by the reviewer`}
            data-hidden={medium.hidden ? '' : undefined}
          />
        )}
      </div>
      <div className="c-lightbox-foot">
        {several && (
          <Arrow label={t`Previous`} onClick={() => by(-1)}>
            <path d="M10 3 5 8l5 5" />
          </Arrow>
        )}
        <p role="status">
          {several && (
            <span>
              <Trans>
                {place} of {all}
              </Trans>
            </span>
          )}
          {medium.hidden && (
            <span>
              <Trans>Hidden from your store</Trans>
            </span>
          )}
        </p>
        {several && (
          <Arrow label={t`Next`} onClick={() => by(1)}>
            <path d="m6 3 5 5-5 5" />
          </Arrow>
        )}
        {canHide && !readOnly && (
          <button type="button" disabled={hiding} onClick={() => void hide(medium)}>
            {medium.hidden ? t`Show in store` : t`Hide from store`}
          </button>
        )}
        <button type="button" onClick={() => dialog.current?.close()}>
          <Trans>Close</Trans>
        </button>
      </div>
    </dialog>
  )
}

function Arrow({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="c-lightbox-arrow" aria-label={label} onClick={onClick}>
      <svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true">
        {children}
      </svg>
    </button>
  )
}

function useHide() {
  const { revalidate } = useRevalidator()
  const [commit, hiding] = useCommit<LightboxHideMutation>(graphql`
    mutation LightboxHideMutation($input: HideReviewMediaInput!) {
      hideReviewMedia(input: $input) {
        __typename
        ... on HideReviewMediaSuccess { data { id hidden } }
        ... on Refusal { code message params }
      }
    }
  `)
  return {
    hiding,
    async hide({ id, hidden }: Medium): Promise<void> {
      await commit({ input: { id, hidden: !hidden } })
      // Hiding changed the history and version, too.
      await revalidate()
    },
  }
}
