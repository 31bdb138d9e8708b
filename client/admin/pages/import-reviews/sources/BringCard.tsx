import { useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Card, Form } from '@shopify/polaris'
import { useRef, useState } from 'react'
import { fromEnumName } from '../../../../../rules/enum-name.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { FormField } from './FormField.tsx'
import { OwnBrowserSteps } from './OwnBrowserSteps.tsx'
import { FileRefused } from '../upload/FileRefused.tsx'
import { Sending } from '../upload/Sending.tsx'
import type { Site } from './sites.ts'
import { useShowFetchedImport } from './useShowFetchedImport.ts'
import { usePasteImport } from '../importMutations.ts'
import type { FieldErrorsForm } from './useFieldErrors.ts'
import { useShowRun } from '../useImportRun.ts'
import type { RunOptions, RunOptionsForm } from './useRunOptions.ts'
import { useUpload } from '../../../ui/upload/useUpload.ts'

/** Longer text is sent as a file: a GraphQL request is limited to 2 MB. */
const longestPaste = 400_000

interface Props {
  site: Site
  form: FieldErrorsForm
  options: RunOptionsForm
  address: string
}

/** Imports what the merchant copied or saved in their own browser, for marketplaces that block servers. */
export function BringCard({ site, form, options, address }: Props) {
  const { t, i18n } = useLingui()
  const readOnly = useReadOnly()
  const show = useShowRun()
  const arrive = useShowFetchedImport(form)
  const { upload, share, fileName, refusal } = useUpload(show)
  const [paste, busy] = usePasteImport()
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const send = (file: File | undefined) => {
    const chosen = options.read()
    if (file && chosen && !readOnly) void upload(file, { source: site.id, ...asQuery(chosen) })
  }
  const submit = async () => {
    if (busy || readOnly) return
    if (text.trim() === '') return void form.showErrors({ text: formatSentence(i18n, 'required') })
    if (text.length > longestPaste) return void send(asFile(site, text))
    const chosen = options.read()
    if (!chosen) return
    await arrive(paste({ input: { source: site.marketplace, text, ...chosen } }), (data) => data.pasteImport.data?.id)
  }
  return (
    <Card>
      <section className="c-import-section" aria-labelledby="import-bring">
        <h2 id="import-bring">{t`Or use your own browser`}</h2>
        <OwnBrowserSteps site={site} address={address} />
        {refusal && <FileRefused refusal={refusal} />}
        {share === null ? (
          <Form noValidate onSubmit={() => void submit()}>
            <BlockStack gap="400">
              <FormField
                form={form}
                name="text"
                label={t`Copied reviews`}
                multiline={5}
                maxHeight={240}
                monospaced
                value={text}
                onChange={setText}
              />
              <div className="c-start-foot">
                <p>{t`The options above apply here too.`}</p>
                {!readOnly && (
                  <div className="c-start-acts">
                    <Button disabled={busy} onClick={() => input.current?.click()}>{t`Choose a saved file`}</Button>
                    <Button submit loading={busy}>{t`Check pasted reviews`}</Button>
                  </div>
                )}
              </div>
            </BlockStack>
          </Form>
        ) : (
          <Sending fileName={fileName} share={share} />
        )}
        <input
          ref={input}
          className="c-drop-input"
          type="file"
          accept=".json,.html,.htm,.txt,application/json,text/html,text/plain"
          aria-label={t`Choose a saved file`}
          tabIndex={-1}
          disabled={share !== null || readOnly}
          onChange={(event) => {
            send(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </section>
    </Card>
  )
}

const asFile = ({ id }: Site, text: string): File => {
  const isPage = text.trimStart().startsWith('<')
  return new File([text], `${id}.${isPage ? 'html' : 'json'}`, { type: isPage ? 'text/html' : 'application/json' })
}

/** GraphQL uses FOUR_FIVE, REST uses fourFive. */
const asQuery = (options: RunOptions): Record<string, string> =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [name, fromEnumName(String(value))]))
