import { useLingui } from '@lingui/react/macro'
import { BlockStack, Button, DropZone, InlineError, InlineStack, Text } from '@shopify/polaris'
import { useId, useState } from 'react'
import { bytesPerMegabyte, maxEmailImageBytes } from '../../../rules/limits.ts'
import { useReadOnly } from '../shell/frame/viewer.tsx'
import { useRest } from '../shell/relay/useRest.ts'
import { sentenceIn, sentenceOf } from '../shell/words/sentences.ts'

const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

interface Props {
  label: string
  /** Web address; empty: none. */
  image: string
  disabled: boolean
  onChange: (image: string) => void
}

/** A logo or a picture of an email: uploaded at once, used once it is saved. */
export function PictureField({ label, image, disabled, onChange }: Props) {
  const { t, i18n } = useLingui()
  const rest = useRest()
  const readOnly = useReadOnly()
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const megabytes = maxEmailImageBytes / bytesPerMegabyte
  const upload = async ([file]: File[]) => {
    if (!file) return
    const refusal = !types.includes(file.type) ? sentenceIn(i18n, 'invalidFileType') : file.size > maxEmailImageBytes ? sentenceOf(i18n, { code: 'imageTooLarge', params: { megabytes } }) : ''
    setError(refusal)
    if (refusal) return
    setBusy(true)
    const body = new FormData()
    body.set('file', file)
    const outcome = await rest.upload<{ image: string }>('/emails/image', body)
    setBusy(false)
    if (outcome.ok) onChange(outcome.data.image)
    else setError(outcome.message)
  }
  if (readOnly) return null
  return (
    <BlockStack gap="200">
      {image && (
        <InlineStack gap="400" blockAlign="center">
          <img className="c-picture-thumb" src={image} alt={label} />
          <Button disabled={disabled || busy} onClick={() => onChange('')}>{t`Remove picture`}</Button>
        </InlineStack>
      )}
      <DropZone label={label} labelHidden accept={types.join()} type="image" allowMultiple={false} disabled={disabled || busy} onDrop={(files) => void upload(files)}>
        <DropZone.FileUpload actionTitle={image ? t`Replace picture` : t`Add picture`} actionHint={t`PNG, JPG, WebP, or GIF, up to ${megabytes} MB`} />
      </DropZone>
      {busy && <Text as="p" tone="subdued">{t`Uploading…`}</Text>}
      {error && <InlineError message={error} fieldID={id} />}
    </BlockStack>
  )
}
