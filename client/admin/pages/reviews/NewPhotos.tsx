import { useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Text } from '@shopify/polaris'
import { useState } from 'react'
import { maxReviewImages } from '../../../../rules/limits.ts'
import { useToast } from '../../shell/toasts.tsx'
import { PhotoInput } from './PhotoInput.tsx'
import { usePhotoProblem } from './useAddPhotos.ts'

interface Props {
  files: readonly File[]
  change: (files: readonly File[]) => void
}

/** Pictures of a review that is not there yet: shown as chosen, sent once it is. */
export function NewPhotos({ files, change }: Props) {
  const { t } = useLingui()
  const toast = useToast()
  const problemOf = usePhotoProblem()
  const choose = (chosen: readonly File[]) => {
    const refusal = chosen.map(problemOf).find((problem) => problem !== null)
    if (refusal) toast(refusal, { isError: true })
    change([...files, ...chosen.filter((file) => problemOf(file) === null)].slice(0, maxReviewImages))
  }
  return (
    <BlockStack gap="300">
      <Text as="h2" variant="headingSm">{t`Photos`}</Text>
      {files.length > 0 && (
        <ul className="c-edit-photos">
          {files.map((file, place) => (
            <li key={`${file.name} ${file.lastModified} ${place}`}>
              <div className="c-photo"><Preview file={file} /></div>
              <Button variant="plain" tone="critical" onClick={() => change(files.filter((each) => each !== file))}>{t`Remove`}</Button>
            </li>
          ))}
        </ul>
      )}
      {files.length < maxReviewImages && <PhotoInput label={t`Add photos`} choose={choose} />}
    </BlockStack>
  )
}

function Preview({ file }: { file: File }) {
  const { t } = useLingui()
  const [address] = useState(() => URL.createObjectURL(file))
  return <img src={address} alt={t`Chosen photo`} width="88" height="88" onLoad={() => URL.revokeObjectURL(address)} />
}
