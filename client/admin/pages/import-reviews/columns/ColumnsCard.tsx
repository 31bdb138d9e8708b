import { useLingui } from '@lingui/react/macro'
import { Banner, Button, Card, Checkbox } from '@shopify/polaris'
import { useState } from 'react'
import { unknownSource } from '../../../../../rules/import-apps.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { fullTag, type CatalogName } from '../../../shell/words/locales.ts'
import type { CheckedRun } from '../check/answers.ts'
import { useRefused } from '../check/useRefused.ts'
import { useRemapImport } from '../importMutations.ts'
import { DiscardButton } from '../run/DiscardButton.tsx'
import { useHeadingFocus } from '../useHeadingFocus.ts'
import { useShowRun } from '../useImportRun.ts'
import { fieldLabels, fieldsTwice, mappingOf, meaningsOf, missingFields, type Meanings } from './columns.ts'
import { ColumnsTable } from './ColumnsTable.tsx'

interface Props {
  run: CheckedRun
  confirmed: boolean
  /** Confirms the guessed meanings, or withdraws that. */
  confirm: (right: boolean) => void
  /** Called with whether the meanings differ from the last check. */
  edit: (changed: boolean) => void
  /** Called after the file was checked again, which voids earlier answers (see useDecided). */
  checked: () => void
  /** No column for texts or stars was found, so the page has only this card. */
  unread: boolean
}

/** Shows the meaning of each column. Asks about guesses; a changed mapping counts after a new check. */
export function ColumnsCard({ run, confirmed, confirm, edit, checked, unread }: Props) {
  const { t } = useLingui()
  const show = useShowRun()
  const readOnly = useReadOnly()
  const [remap, busy] = useRemapImport()
  const { refused, take, forget } = useRefused()
  const start = meaningsOf(run.columns, run.fields)
  const [meanings, setMeanings] = useState(start)
  const changed = meanings.some((field, at) => field !== start[at])
  const change = (next: Meanings) => {
    setMeanings(next)
    forget()
    edit(next.some((field, at) => field !== start[at]))
  }
  const check = async () => {
    const outcome = await remap({ input: { importId: run.id, mapping: mappingOf(meanings) } })
    take(outcome)
    if (outcome.ok) checked()
  }
  return (
    <Card>
      <section className="c-import-section" aria-labelledby="import-columns">
        {unread && (
          <p className="c-quiet" data-user-content>
            {run.fileName}
          </p>
        )}
        <h2 id="import-columns" ref={useHeadingFocus(run.id, unread)} tabIndex={-1}>
          {unread ? t`Map your columns` : run.columnsGuessed ? t`Check the column mapping` : t`Column mapping`}
        </h2>
        <p>{useLead(run, unread)}</p>
        <ColumnsTable
          columns={run.columns}
          fields={run.fields}
          meanings={meanings}
          guesses={run.columnsGuessed ? start : []}
          change={change}
        />
        {refused && (
          <Banner tone="critical">
            <p>{refused.sentence}</p>
          </Banner>
        )}
        <div className="c-start-foot">
          <Problems meanings={meanings} changed={changed} />
          {!readOnly && (unread || changed) && (
            <div className="c-start-acts">
              {unread && (
                <>
                  <DiscardButton importId={run.id} fileName={run.fileName} />
                  <Button onClick={() => show(null)}>{t`Choose another file`}</Button>
                </>
              )}
              <Button
                variant="primary"
                loading={busy}
                disabled={missingFields(meanings).length > 0 || fieldsTwice(meanings).size > 0}
                onClick={() => void check()}
              >{t`Check again`}</Button>
            </div>
          )}
          {!readOnly && !unread && !changed && run.columnsGuessed && missingFields(start).length === 0 && (
            <Checkbox label={t`The mapping is correct`} checked={confirmed} onChange={confirm} />
          )}
        </div>
      </section>
    </Card>
  )
}

function useLead({ source, columnsGuessed }: CheckedRun, unread: boolean): string {
  const { t } = useLingui()
  if (columnsGuessed && unread)
    return t`We don’t recognize the app that created this file. Select the columns with the review text and the stars, then check the file again.`
  if (columnsGuessed)
    return t`We don’t recognize the app that created this file, so we guessed what its columns contain. Correct the mapping if needed, then check the file again.`
  if (source === unknownSource)
    return t`The file was checked with this mapping. If you change it, check the file again.`
  return t`This is how we read ${source} files. If you change a column, we treat the file as one from an unknown app.`
}

/** Lists what to fix before the file can be checked again. */
function Problems({ meanings, changed }: { meanings: Meanings; changed: boolean }) {
  const { t, i18n } = useLingui()
  const missing = missingFields(meanings).flatMap((field) => (fieldLabels[field] ? [i18n._(fieldLabels[field])] : []))
  const list = new Intl.ListFormat(fullTag(i18n.locale as CatalogName)).format(missing)
  const problem = () => {
    if (missing.length > 0) return t`Select a column for: ${list}`
    if (fieldsTwice(meanings).size > 0) return t`Two columns are mapped to the same field. Use each field once.`
    if (!meanings.includes('content')) return t`No column is set as the review text. Reviews are imported without text.`
    return changed && t`Check the file again to apply this mapping.`
  }
  return <p role="status">{problem()}</p>
}
