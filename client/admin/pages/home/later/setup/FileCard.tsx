import { useLingui } from '@lingui/react/macro'
import { Banner, Button, ProgressBar } from '@shopify/polaris'
import { useRef } from 'react'
import { failureSentence } from '../../../../shell/relay/useCommit.ts'
import { useSampleFile } from '../../../../ui/upload/useSampleFile.ts'
import { useUpload } from '../../../../ui/upload/useUpload.ts'
import { ImportPicture } from './pictures.tsx'

/** Takes another app's export: one click opens the browser's file chooser. */
export function FileCard({ onUploaded }: { onUploaded: (importId: string) => void }) {
  const { t, i18n } = useLingui()
  const { upload, share, fileName, refusal, refuse } = useUpload(onUploaded)
  const sample = useSampleFile()
  const input = useRef<HTMLInputElement>(null)
  const takeSample = () =>
    void sample?.().then(upload, (error: unknown) => refuse({ sentence: failureSentence(i18n, error), sent: false }))
  return (
    <li className="c-way">
      <ImportPicture />
      <div>
        <h2>{t`Move your reviews in`}</h2>
        <p>{t`Upload the export of Judge.me, Loox, Yotpo, or any other app. You see what comes in before anything is saved.`}</p>
        {refusal && <Banner tone="critical">{refusal.sentence}</Banner>}
        {share === null ? (
          <div className="c-way-acts">
            <Button variant="primary" size="large" onClick={() => input.current?.click()}>{t`Choose a file`}</Button>
            {sample && <Button variant="plain" onClick={takeSample}>{t`No file? Try our sample`}</Button>}
          </div>
        ) : (
          <div role="status">
            <p data-user-content>{fileName}</p>
            <ProgressBar size="small" tone="success" progress={Math.round(share * 100)} />
          </div>
        )}
        <input
          ref={input}
          hidden
          type="file"
          aria-label={t`Choose a file`}
          accept=".csv,.tsv,.txt,.xlsx,.xls,.html,.htm,.json"
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file) void upload(file)
            event.target.value = ''
          }}
        />
      </div>
    </li>
  )
}
