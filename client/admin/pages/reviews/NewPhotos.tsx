import { useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Text } from '@shopify/polaris'
import { useState } from 'react'
import { maxReviewImages, maxReviewVideos } from '../../../../rules/limits.ts'
import { useToast } from '../../shell/toasts.tsx'
import { PhotoInput } from './PhotoInput.tsx'
import { isVideo, usePhotoProblem, useMediaTypes, withinRoom } from './useAddPhotos.ts'

interface Props {
  files: readonly File[]
  change: (files: readonly File[]) => void
}

/** Pictures and a video of a review that is not there yet: shown as chosen, sent once it is. */
export function NewPhotos({ files, change }: Props) {
  const { t } = useLingui()
  const toast = useToast()
  const problemOf = usePhotoProblem()
  const choose = (chosen: readonly File[]) => {
    const refusal = chosen.map(problemOf).find((problem) => problem !== null)
    if (refusal) toast(refusal, { isError: true })
    change(withinRoom([...files, ...chosen.filter((file) => problemOf(file) === null)], { photos: 0, videos: 0 }))
  }
  const takesVideos = useMediaTypes().some((type) => type.startsWith('video/'))
  const most = maxReviewImages + (takesVideos ? maxReviewVideos : 0)
  return (
    <BlockStack gap="300">
      <Text as="h2" variant="headingSm">{takesVideos ? t`Photos and videos` : t`Photos`}</Text>
      {files.length > 0 && (
        <ul className="c-edit-photos">
          {files.map((file, place) => (
            <li key={`${file.name} ${file.lastModified} ${place}`}>
              <div className="c-photo" data-video={isVideo(file) ? '' : undefined}><Preview file={file} /></div>
              <Button variant="plain" tone="critical" onClick={() => change(files.filter((each) => each !== file))}>{t`Remove`}</Button>
            </li>
          ))}
        </ul>
      )}
      {files.length < most && <PhotoInput label={takesVideos ? t`Add photos or a video` : t`Add photos`} choose={choose} />}
    </BlockStack>
  )
}

function Preview({ file }: { file: File }) {
  const { t } = useLingui()
  const [address] = useState(() => URL.createObjectURL(file))
  if (isVideo(file)) return <video src={address} aria-label={t`Chosen video`} width="88" height="88" muted playsInline preload="metadata" onLoadedData={() => URL.revokeObjectURL(address)} />
  return <img src={address} alt={t`Chosen photo`} width="88" height="88" onLoad={() => URL.revokeObjectURL(address)} />
}
