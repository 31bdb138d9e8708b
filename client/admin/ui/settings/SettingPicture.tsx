import { useLingui } from '@lingui/react/macro'
import { BlockStack, Button, DropZone, InlineError, InlineStack, Text } from '@shopify/polaris'
import { useId, useState, type ReactNode } from 'react'
import { bytesPerMegabyte, maxSettingImageBytes } from '../../../../rules/limits.ts'
import { useReadOnly } from '../../shell/frame/viewer.tsx'
import { useRest } from '../../shell/relay/useRest.ts'
import { formatSentence, formatRefusal } from '../../shell/words/sentences.ts'

const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

interface Props {
  label: string
  /** Path of the upload below the REST API's root. */
  path: string
  /** The picture's URL; empty: none. */
  image: string
  /** CSS class for the picture's shape on the page. */
  className: string
  /** The server's error about the saved picture. */
  error?: string | undefined
  disabled: boolean
  /** The field for a picture’s web address. Shown on request, and when it has an error. */
  address?: ReactNode
  onChange: (image: string) => void
}

function bodyOf(file: File): FormData {
  const body = new FormData()
  body.set('file', file)
  return body
}

/** A picture setting. Uploads at once; the picture is used after saving. */
export function SettingPicture({ label, path, image, className, error: stored, disabled, address, onChange }: Props) {
  const { t, i18n } = useLingui()
  const rest = useRest()
  const readOnly = useReadOnly()
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const megabytes = maxSettingImageBytes / bytesPerMegabyte
  const upload = async ([file]: File[]) => {
    if (!file) return
    const refusal = !types.includes(file.type)
      ? formatSentence(i18n, 'invalidFileType')
      : file.size > maxSettingImageBytes
        ? formatRefusal(i18n, { code: 'imageTooLarge', params: { megabytes } })
        : ''
    setError(refusal)
    if (refusal) return
    setBusy(true)
    const outcome = await rest.upload<{ image: string }>(path, bodyOf(file))
    setBusy(false)
    if (outcome.ok) onChange(outcome.data.image)
    else setError(outcome.message)
  }
  return (
    <BlockStack gap="200">
      {image && (
        <InlineStack gap="400" blockAlign="center">
          <img className={className} src={image} alt={label} />
          {!readOnly && <Button disabled={disabled || busy} onClick={() => onChange('')}>{t`Remove picture`}</Button>}
        </InlineStack>
      )}
      {!readOnly && (
        <div className="c-picture-drop">
          <DropZone
            label={label}
            labelHidden
            accept={types.join()}
            type="image"
            allowMultiple={false}
            disabled={disabled || busy}
            onDrop={(files) => void upload(files)}
          >
            <DropZone.FileUpload
              actionTitle={image ? t`Replace picture` : t`Add picture`}
              actionHint={t`PNG, JPG, WebP, or GIF, up to ${megabytes} MB`}
            />
          </DropZone>
        </div>
      )}
      {busy && <Text as="p" tone="subdued">{t`Uploading…`}</Text>}
      {error && <InlineError message={error} fieldID={id} />}
      {address ? (
        <Address field={address} isWrong={Boolean(stored)} />
      ) : (
        stored && !error && <InlineError message={stored} fieldID={id} />
      )}
    </BlockStack>
  )
}

/** The field for a web address, which opens on request or for its error. */
function Address({ field, isWrong }: { field: ReactNode; isWrong: boolean }) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const [isOpen, setOpen] = useState(false)
  if (isOpen || isWrong) return field
  if (readOnly) return null
  return (
    <div>
      <Button variant="plain" onClick={() => setOpen(true)}>{t`Use a web address`}</Button>
    </div>
  )
}
