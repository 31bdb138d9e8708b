import { useLingui } from '@lingui/react/macro'
import { Button } from '@shopify/polaris'
import { useRef } from 'react'
import { maxReviewImageBytes } from '../../../../rules/limits.ts'
import { photoTypes } from './useAddPhotos.ts'

interface Props {
  label: string
  busy?: boolean
  choose: (files: File[]) => void
}

const megabyte = 1024 * 1024

/** Asks for pictures of this machine. */
export function PhotoInput({ label, busy = false, choose }: Props) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const megabytes = maxReviewImageBytes / megabyte
  return (
    <div>
      <input
        ref={input}
        className="c-hidden"
        type="file"
        multiple
        accept={photoTypes.join()}
        aria-label={label}
        tabIndex={-1}
        onChange={({ target }) => {
          choose([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Button loading={busy} onClick={() => input.current?.click()}>{label}</Button>
      <p className="c-quiet c-below">{t`GIF, JPEG or PNG, at most ${megabytes} MB each.`}</p>
    </div>
  )
}
