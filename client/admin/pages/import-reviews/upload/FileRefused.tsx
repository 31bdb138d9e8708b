import { useLingui } from '@lingui/react/macro'
import { Banner } from '@shopify/polaris'
import type { ReactNode } from 'react'
import type { FileRefusal } from '../../../ui/upload/useUpload.ts'

/** Says why an upload failed. Doesn't blame the file if it never reached the server. */
export function FileRefused({ refusal: { sentence, sent }, children }: { refusal: FileRefusal; children?: ReactNode }) {
  const { t } = useLingui()
  return (
    <Banner tone="critical" title={sent ? t`This file can’t be imported` : t`The file wasn’t uploaded`}>
      <p>{sentence}</p>
      {children}
    </Banner>
  )
}
