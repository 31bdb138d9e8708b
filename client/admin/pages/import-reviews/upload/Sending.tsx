import { useLingui } from '@lingui/react/macro'
import { ProgressBar } from '@shopify/polaris'

export function Sending({ fileName, share }: { fileName: string; share: number }) {
  const { t } = useLingui()
  const sent = share >= 1
  return (
    <div className="c-drop-sending" role="status">
      <h2 data-user-content>{fileName}</h2>
      <p>{sent ? t`Reading the file…` : t`Uploading the file…`}</p>
      <ProgressBar progress={Math.round(share * 100)} size="small" tone="primary" ariaLabelledBy="upload-share" />
      <span id="upload-share" className="c-hidden">{t`Upload progress`}</span>
    </div>
  )
}
