import { useLingui } from '@lingui/react/macro'
import { Button } from '@shopify/polaris'
import { useRef } from 'react'
import { maxReviewImageBytes, maxVideoBytes, maxVideoSeconds } from '../../../../rules/limits.ts'
import { useFeature } from '../../ui/PlanGate.tsx'
import { useMediaTypes } from './useAddPhotos.ts'

interface Props {
  label: string
  busy?: boolean
  choose: (files: File[]) => void
}

const megabyte = 1024 * 1024

/** Asks for pictures of this machine, and for a video where the plan has them. */
export function PhotoInput({ label, busy = false, choose }: Props) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const types = useMediaTypes()
  const { allowed, planName } = useFeature('videoReviews')
  const megabytes = maxReviewImageBytes / megabyte
  const [seconds, videoMegabytes] = [maxVideoSeconds, maxVideoBytes / megabyte]
  return (
    <div>
      <input
        ref={input}
        className="c-hidden"
        type="file"
        multiple
        accept={types.join()}
        aria-label={label}
        tabIndex={-1}
        onChange={({ target }) => {
          choose([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Button loading={busy} onClick={() => input.current?.click()}>{label}</Button>
      <p className="c-quiet c-below">{t`GIF, JPEG or PNG, at most ${megabytes} MB each.`} {allowed ? t`One video, MP4 or WebM, at most ${seconds} seconds and ${videoMegabytes} MB.` : t`Videos need the ${planName} plan.`}</p>
    </div>
  )
}
