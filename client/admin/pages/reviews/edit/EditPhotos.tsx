import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button } from '@shopify/polaris'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { failureSentence } from '../../../shell/relay/useCommit.ts'
import { useRest } from '../../../shell/relay/useRest.ts'
import { useToast } from '../../../shell/toasts.tsx'
import { PhotoInput } from '../review/PhotoInput.tsx'
import { useAddPhotos } from '../review/useAddPhotos.ts'

interface Medium {
  readonly id: string
  readonly kind: string
  readonly thumbnailUrl: string | null | undefined
  readonly hidden: boolean
}

interface Props {
  reviewId: string
  media: readonly Medium[]
  isHidden: (medium: Medium) => boolean
  setHidden: (id: string, hidden: boolean) => void
  /** Disables adding and removing. */
  visibilityOnly?: boolean
}

/**
 * Pictures and videos of an edited review. Visibility is saved with the form; adding and removing is saved immediately.
 */
export function EditPhotos({ reviewId, media, isHidden, setHidden, visibilityOnly = false }: Props) {
  const { t, i18n } = useLingui()
  const rest = useRest()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const { add, adding } = useAddPhotos()
  const [removing, setRemoving] = useState<string | null>(null)
  const remove = async (id: string) => {
    setRemoving(id)
    const outcome = await rest
      .call('DELETE', `/reviews/${encodeURIComponent(reviewId)}/media/${encodeURIComponent(id)}`)
      .catch((error: unknown) => ({ ok: false as const, message: failureSentence(i18n, error) }))
    toast(outcome.ok ? t`Photo or video removed. “Restore original” brings back the original ones.` : outcome.message, {
      isError: !outcome.ok,
    })
    await revalidate()
    setRemoving(null)
  }
  const shown = (kind: string) => media.filter((medium) => medium.kind === kind && !isHidden(medium)).length
  const there = { photos: shown('IMAGE'), videos: shown('VIDEO') }
  return (
    <BlockStack gap="400">
      {!visibilityOnly && (
        <p className="c-quiet">
          <Trans>Photos you add or remove are saved immediately. Visibility changes apply when you save.</Trans>
        </p>
      )}
      {media.length === 0 && (
        <p className="c-quiet">
          <Trans>No photos or videos yet.</Trans>
        </p>
      )}
      {media.length > 0 && (
        <ul className="c-edit-photos">
          {media.map((medium) => (
            <li key={medium.id}>
              <div
                className="c-photo"
                data-hidden={isHidden(medium) ? '' : undefined}
                data-video={medium.kind === 'VIDEO' ? '' : undefined}
              >
                {medium.thumbnailUrl && (
                  <img
                    src={medium.thumbnailUrl}
                    alt={medium.kind === 'VIDEO' ? t`Video in the review` : t`Photo in the review`}
                    width="88"
                    height="88"
                  />
                )}
                {isHidden(medium) && (
                  <span>
                    <Trans>Hidden</Trans>
                  </span>
                )}
              </div>
              <Button variant="plain" onClick={() => setHidden(medium.id, !isHidden(medium))}>
                {isHidden(medium) ? t`Show` : t`Hide`}
              </Button>
              {!visibilityOnly && !medium.hidden && (
                <Button
                  variant="plain"
                  tone="critical"
                  loading={removing === medium.id}
                  onClick={() => void remove(medium.id)}
                >{t`Remove`}</Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!visibilityOnly && (
        <PhotoInput there={there} busy={adding} choose={(files) => void add(reviewId, files).then(revalidate)} />
      )}
    </BlockStack>
  )
}
