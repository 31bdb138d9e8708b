import { useLingui } from '@lingui/react/macro'
import { BlockStack, Button, DropZone, InlineError, InlineStack, Text } from '@shopify/polaris'
import { useState } from 'react'
import { bytesPerMegabyte, maxQrImageBytes } from '../../../../../rules/limits.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { useRest } from '../../../shell/relay/useRest.ts'
import { sentenceIn, sentenceOf } from '../../../shell/words/sentences.ts'
import type { QrForm } from './qrForm.ts'

const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** The picture at the top of the card: uploaded at once, used once it is saved. */
export function PictureField({ form }: { form: QrForm }) {
  const { t, i18n } = useLingui()
  const rest = useRest()
  const readOnly = useReadOnly()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const { image } = form.values
  const disabled = readOnly || busy || form.lockOf('image') !== null
  const megabytes = maxQrImageBytes / bytesPerMegabyte
  const upload = async ([file]: File[]) => {
    if (!file) return
    const refusal = !types.includes(file.type) ? sentenceIn(i18n, 'invalidFileType') : file.size > maxQrImageBytes ? sentenceOf(i18n, { code: 'imageTooLarge', params: { megabytes } }) : ''
    setError(refusal)
    if (refusal) return
    setBusy(true)
    const body = new FormData()
    body.set('file', file)
    const outcome = await rest.upload<{ image: string }>('/qrcodes/image', body)
    setBusy(false)
    if (outcome.ok) form.set('image', outcome.data.image)
    else setError(outcome.message)
  }
  const shown = error || form.errorOf('image')
  return (
    <BlockStack gap="300">
      {image && (
        <InlineStack gap="400" blockAlign="center">
          <img className="c-qr-picture" src={image} alt={t`Picture on the card`} width={64} height={64} />
          {!readOnly && <Button disabled={disabled} onClick={() => form.set('image', '')}>{t`Remove picture`}</Button>}
        </InlineStack>
      )}
      {!readOnly && (
        <div className="c-qr-drop">
          <DropZone label={t`Picture`} labelHidden accept={types.join()} type="image" allowMultiple={false} disabled={disabled} onDrop={(files) => void upload(files)}>
            <DropZone.FileUpload actionTitle={image ? t`Replace picture` : t`Add picture`} actionHint={t`PNG, JPG, WebP, or GIF, up to ${megabytes} MB`} />
          </DropZone>
        </div>
      )}
      {busy && <Text as="p" tone="subdued">{t`Uploading…`}</Text>}
      {shown && <InlineError message={shown} fieldID="qr-picture" />}
    </BlockStack>
  )
}
