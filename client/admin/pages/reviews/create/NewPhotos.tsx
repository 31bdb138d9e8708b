import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Text } from '@shopify/polaris'
import { useState } from 'react'
import { PhotoInput } from '../review/PhotoInput.tsx'
import { isVideo, useMediaTypes } from '../review/useAddPhotos.ts'

interface Props {
  files: readonly File[]
  change: (files: readonly File[]) => void
}

/** Chooses pictures and a video for a new review. They are uploaded after the review is created. */
export function NewPhotos({ files, change }: Props) {
  const { t } = useLingui()
  const takesVideos = useMediaTypes().some((type) => type.startsWith('video/'))
  const videos = files.filter(isVideo).length
  return (
    <BlockStack gap="300">
      <Text as="h2" variant="headingSm">
        {takesVideos ? t`Photos and videos` : t`Photos`}
      </Text>
      {files.length > 0 && (
        <ul className="c-edit-photos">
          {files.map((file, place) => (
            <li key={`${file.name} ${file.lastModified} ${place}`}>
              <div className="c-photo" data-video={isVideo(file) ? '' : undefined}>
                <Preview file={file} />
              </div>
              <Button
                variant="plain"
                tone="critical"
                onClick={() => change(files.filter((each) => each !== file))}
              >{t`Remove`}</Button>
            </li>
          ))}
        </ul>
      )}
      <PhotoInput
        there={{ photos: files.length - videos, videos }}
        choose={(chosen) => change([...files, ...chosen])}
      />
      {files.length > 0 && (
        <p className="c-quiet">
          <Trans>Uploaded when you add the review.</Trans>
        </p>
      )}
    </BlockStack>
  )
}

function Preview({ file }: { file: File }) {
  const { t } = useLingui()
  const [address] = useState(() => URL.createObjectURL(file))
  if (isVideo(file))
    return (
      <video
        src={address}
        aria-label={t`Selected video`}
        width="88"
        height="88"
        muted
        playsInline
        preload="metadata"
        onLoadedData={() => URL.revokeObjectURL(address)}
      />
    )
  return (
    <img src={address} alt={t`Selected photo`} width="88" height="88" onLoad={() => URL.revokeObjectURL(address)} />
  )
}
