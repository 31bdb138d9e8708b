import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, Button, Card, Checkbox } from '@shopify/polaris'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ColumnsCard_run$data, ColumnsCard_run$key } from '../../../../__generated__/ColumnsCard_run.graphql.ts'
import { unknownSource } from '../../../../../rules/import-apps.ts'
import { fullTag, type CatalogName } from '../../../shell/words/locales.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import type { Decided } from '../check/answers.ts'
import { fieldLabels, fieldsTwice, mappingOf, meaningsOf, missingFields, type Meanings } from './columns.ts'
import { ColumnsTable } from './ColumnsTable.tsx'
import { DiscardButton } from '../run/DiscardButton.tsx'
import { useHeadingFocus } from '../useHeadingFocus.ts'
import { useShowRun } from '../useImportRun.ts'
import { useRefused } from '../check/useRefused.ts'
import { useRemapImport } from './useRemapImport.ts'

const fragment = graphql`
  fragment ColumnsCard_run on ImportRun {
    id
    source
    fileName
    columnsGuessed
    fields
    columns { name field samples }
  }
`

interface Props {
  run: ColumnsCard_run$key
  answer: Decided['columns']
  decide: (answer: Decided['columns']) => void
  /** Called after the file was checked again, which voids earlier answers (see useDecided). */
  checked: () => void
  /** No column for texts or stars was found, so the page has only this card. */
  unread?: boolean
}

/** Shows the meaning of each column. Asks about guesses; a changed mapping counts after a new check. */
export function ColumnsCard({ run: key, answer, decide, checked, unread = false }: Props) {
  const { t } = useLingui()
  const run = useFragment(fragment, key)
  const readOnly = useReadOnly()
  const [remap, busy] = useRemapImport()
  const { refused, take, forget } = useRefused()
  const heading = useHeadingFocus(run.id, unread)
  const start = meaningsOf(run.columns, run.fields)
  const [meanings, setMeanings] = useState(start)
  const changed = meanings.some((field, at) => field !== start[at])
  const change = (next: Meanings) => {
    setMeanings(next)
    forget()
    decide(next.some((field, at) => field !== start[at]) ? 'changed' : null)
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
        <h2 id="import-columns" ref={heading} tabIndex={-1}>
          {unread ? t`Map your columns` : run.columnsGuessed ? t`Check the column mapping` : t`Column mapping`}
        </h2>
        <Lead run={run} unread={unread} />
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
              {unread && <Leave importId={run.id} fileName={run.fileName} />}
              <Button
                variant="primary"
                loading={busy}
                disabled={missingFields(meanings).length > 0 || fieldsTwice(meanings).size > 0}
                onClick={() => void check()}
              >{t`Check again`}</Button>
            </div>
          )}
          {!readOnly && !unread && !changed && run.columnsGuessed && missingFields(start).length === 0 && (
            <Checkbox
              label={t`The mapping is correct`}
              checked={answer === 'right'}
              onChange={(right) => decide(right ? 'right' : null)}
            />
          )}
        </div>
      </section>
    </Card>
  )
}

/** Actions for a wrong file. */
function Leave({ importId, fileName }: { importId: string; fileName: string }) {
  const { t } = useLingui()
  const show = useShowRun()
  return (
    <>
      <DiscardButton importId={importId} fileName={fileName} />
      <Button onClick={() => show(null)}>{t`Choose another file`}</Button>
    </>
  )
}

function Lead({ run: { source, columnsGuessed }, unread }: { run: ColumnsCard_run$data; unread: boolean }) {
  if (columnsGuessed && unread)
    return (
      <p>
        <Trans>
          We don’t recognize the app that created this file. Select the columns with the review text and the stars, then
          check the file again.
        </Trans>
      </p>
    )
  if (columnsGuessed)
    return (
      <p>
        <Trans>
          We don’t recognize the app that created this file, so we guessed what its columns contain. Correct the mapping
          if needed, then check the file again.
        </Trans>
      </p>
    )
  if (source === unknownSource)
    return (
      <p>
        <Trans>The file was checked with this mapping. If you change it, check the file again.</Trans>
      </p>
    )
  return (
    <p>
      <Trans>
        This is how we read {source} files. If you change a column, we treat the file as one from an unknown app.
      </Trans>
    </p>
  )
}

/** Lists what to fix before the file can be checked again. */
function Problems({ meanings, changed }: { meanings: Meanings; changed: boolean }) {
  const { i18n } = useLingui()
  const missing = missingFields(meanings).flatMap((field) => (fieldLabels[field] ? [i18n._(fieldLabels[field])] : []))
  const list = new Intl.ListFormat(fullTag(i18n.locale as CatalogName)).format(missing)
  return (
    <p role="status">
      {missing.length > 0 ? (
        <Trans>Select a column for: {list}</Trans>
      ) : fieldsTwice(meanings).size > 0 ? (
        <Trans>Two columns are mapped to the same field. Use each field once.</Trans>
      ) : !meanings.includes('content') ? (
        <Trans>No column is set as the review text. Reviews are imported without text.</Trans>
      ) : (
        changed && <Trans>Check the file again to apply this mapping.</Trans>
      )}
    </p>
  )
}
