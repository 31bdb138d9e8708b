import { useLingui } from '@lingui/react/macro'
import { Button, InlineError } from '@shopify/polaris'
import { useId, useRef, useState } from 'react'
import {
  maxReviewImageBytes,
  maxReviewImages,
  maxReviewVideos,
  maxVideoBytes,
  maxVideoSeconds,
} from '../../../../../rules/limits.ts'
import { isHeic, shrink } from '../../../../storefront/shrink.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useFeature } from '../../../ui/PlanGate.tsx'
import { useMediaTypes, usePhotoProblem, withinRoom, type Media } from './useAddPhotos.ts'

interface Props {
  /** Number of photos and videos that the review has. */
  there: Media
  busy?: boolean
  /** Gets the accepted files that fit. Other files are named here. */
  choose: (files: File[]) => void
}

const megabyte = 1024 * 1024
const [megabytes, videoMegabytes] = [maxReviewImageBytes / megabyte, maxVideoBytes / megabyte]
const seconds = maxVideoSeconds

/** Chooses pictures from the computer, and a video if the plan allows. Names rejected files at once. */
export function PhotoInput({ there, busy = false, choose }: Props) {
  const { t, i18n } = useLingui()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<readonly string[]>([])
  const types = useMediaTypes()
  const problemOf = usePhotoProblem()
  const { allowed, planName } = useFeature('videoReviews')
  const label = allowed ? t`Add photos or a video` : t`Add photos`
  const hasRoom = there.photos < maxReviewImages || (allowed && there.videos < maxReviewVideos)
  const look = async (picked: readonly File[]) => {
    const files = await Promise.all(picked.map(async (file) => (isHeic(file) ? shrink(file) : file)))
    const good = files.filter((file) => problemOf(file) === null)
    const taken = withinRoom(good, there)
    const tooMany = good
      .filter((file) => !taken.includes(file))
      .map(({ name }) => `${name}: ${formatSentence(i18n, 'uploadLimitReached')}`)
    setRefused([...files.flatMap((file) => problemOf(file) ?? []), ...tooMany])
    if (taken.length > 0) choose(taken)
  }
  return (
    <div>
      {hasRoom && (
        <>
          <input
            id={id}
            ref={input}
            className="c-hidden"
            type="file"
            multiple
            accept={`${types.join()},.heic,.heif`}
            aria-label={label}
            tabIndex={-1}
            onChange={({ target }) => {
              void look([...(target.files ?? [])])
              target.value = ''
            }}
          />
          <Button loading={busy} onClick={() => input.current?.click()}>
            {label}
          </Button>
          <p className="c-quiet c-below">
            {t`JPEG, PNG, WebP, AVIF or GIF, up to ${megabytes} MB each.`}{' '}
            {allowed
              ? t`One MP4, MOV or WebM video, up to ${seconds} seconds and ${videoMegabytes} MB.`
              : t`Videos are available on the ${planName} plan.`}
          </p>
        </>
      )}
      <div role="alert" data-user-content>
        {refused.length > 0 && (
          <InlineError
            fieldID={id}
            message={refused.map((words, place) => (
              <span key={place} dir="auto">
                {words}{' '}
              </span>
            ))}
          />
        )}
      </div>
    </div>
  )
}
