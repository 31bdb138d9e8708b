import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card } from '@shopify/polaris'
import { useRef, useState, type DragEvent } from 'react'
import { importApps } from '../../../../../rules/import-apps.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { failureSentence } from '../../../shell/relay/useCommit.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { FileRefused } from './FileRefused.tsx'
import { Sending } from './Sending.tsx'
import { useShowRun } from '../useImportRun.ts'
import { useSampleFile } from '../../../ui/upload/useSampleFile.ts'
import { useUpload } from '../../../ui/upload/useUpload.ts'

const accepted =
  '.csv,.tsv,.txt,.xlsx,.xls,.html,.htm,.json,text/csv,text/tab-separated-values,text/plain,text/html,application/json,' +
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.ms-excel'
const templatePath = '/api/imports/template.csv'

/** Uploads a dropped or chosen file, and shows progress and errors. */
export function UploadCard() {
  const { t, i18n } = useLingui()
  const show = useShowRun()
  const readOnly = useReadOnly()
  const { upload, share, fileName, refusal, refuse } = useUpload(show)
  const sample = useSampleFile()
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const busy = share !== null
  const apps = [...importApps, 'Candor'].join(', ')
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file && !busy && !readOnly) void upload(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <Card padding="300">
      <div
        className="c-drop"
        data-over={over ? '' : undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {refusal && (
          <div className="c-drop-refusal">
            <FileRefused refusal={refusal}>
              {refusal.sentence === formatSentence(i18n, 'invalidFileType') && (
                <p>{t`Choose a CSV, TSV, or Excel file, or a saved marketplace page or response (HTML, JSON).`}</p>
              )}
            </FileRefused>
          </div>
        )}
        <svg className="c-drop-picture" viewBox="0 0 120 84" aria-hidden="true">
          <path className="p-card" d="M28 10h40l18 18v46a6 6 0 0 1-6 6H28a6 6 0 0 1-6-6V16a6 6 0 0 1 6-6z" />
          <path className="p-line" d="M68 10v18h18M34 44h28M34 54h40M34 64h22" />
          <path
            className="p-star"
            d="M96 38l3.8 7.9 8.7 1.2-6.3 6.1 1.5 8.7L96 57.7l-7.7 4.2 1.5-8.7-6.3-6.1 8.7-1.2z"
          />
        </svg>
        {busy ? (
          <Sending fileName={fileName} share={share} />
        ) : (
          <>
            <h2>{t`Drop your export file here`}</h2>
            <p>
              {t`A CSV, TSV, or Excel file from ${apps}, or any other app, up to 25 MB. Upload it as exported, without changes.`}
            </p>
            <Button
              variant="primary"
              size="large"
              disabled={readOnly}
              onClick={() => input.current?.click()}
            >{t`Choose a file`}</Button>
            {sample && !readOnly && (
              <Button
                variant="plain"
                onClick={() =>
                  void sample().then(upload, (error: unknown) =>
                    refuse({ sentence: failureSentence(i18n, error), sent: false }),
                  )
                }
              >{t`No file? Try our sample`}</Button>
            )}
            <p className="c-drop-template">
              <Trans>
                Not using a review app?{' '}
                <a href={templatePath} download="candor-reviews.csv">
                  Download our template
                </a>{' '}
                and fill it in.
              </Trans>
            </p>
          </>
        )}
        <input
          ref={input}
          className="c-drop-input"
          type="file"
          accept={accepted}
          aria-label={t`Choose a file`}
          tabIndex={-1}
          disabled={busy || readOnly}
          onChange={(event) => {
            take(event.target.files)
            event.target.value = ''
          }}
        />
      </div>
    </Card>
  )
}
