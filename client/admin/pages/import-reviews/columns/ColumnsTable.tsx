import { Plural, useLingui } from '@lingui/react/macro'
import { Select, TextField } from '@shopify/polaris'
import { sampledImportColumns } from '../../../../../rules/limits.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { fieldLabels, fieldsTwice, type Meanings } from './columns.ts'
import { useShownColumns } from './useShownColumns.ts'

interface Props {
  columns: readonly { name: string; samples: readonly string[] }[]
  fields: readonly string[]
  meanings: Meanings
  /** Guessed meanings; empty if there are none. */
  guesses: Meanings
  change: (meanings: Meanings) => void
}

/**
 * Lists the file's columns with sample cells and a choice of meaning, searchable if there are many. Narrow screens show
 * cards.
 */
export function ColumnsTable({ columns, fields, meanings, guesses, change }: Props) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const readOnly = useReadOnly()
  const twice = fieldsTwice(meanings)
  const options = [
    { value: '', label: t`Don’t import` },
    ...fields.map((field) => ({ value: field, label: fieldLabels[field] ? i18n._(fieldLabels[field]) : field })),
  ]
  const names = columns.map(({ name }, at) => {
    const number = at + 1
    return name || t`Column ${number}`
  })
  const { places, more, found, searched, typed, search, keep } = useShownColumns(
    names,
    meanings.map((field) => field !== null),
  )
  const choose = (at: number, field: string) => {
    keep(at)
    change(meanings.with(at, field || null))
  }
  const sampled = format.number(sampledImportColumns)
  return (
    <div className="c-columns">
      {searched && (
        <TextField
          label={t`Search columns`}
          labelHidden
          placeholder={t`Search columns`}
          type="search"
          autoComplete="off"
          value={typed}
          onChange={search}
          clearButton
          onClearButtonClick={() => search('')}
          {...(columns.length > sampledImportColumns
            ? { helpText: t`Sample values are shown for the first ${sampled} columns only.` }
            : {})}
        />
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">{t`Column`}</th>
            <th scope="col">{t`Sample values`}</th>
            <th scope="col">{t`Field`}</th>
          </tr>
        </thead>
        <tbody>
          {places.map((at) => {
            const shown = names[at] ?? ''
            const meaning = meanings[at] ?? null
            return (
              <tr key={at}>
                <th scope="row" data-user-content>
                  {shown}
                </th>
                <td>
                  <Samples samples={columns[at]?.samples ?? []} looked={at < sampledImportColumns} />
                </td>
                <td>
                  <Select
                    label={t`Field for column ${shown}`}
                    labelHidden
                    disabled={readOnly}
                    options={options}
                    value={meaning ?? ''}
                    onChange={(field) => choose(at, field)}
                    {...(meaning !== null && meaning === guesses[at] ? { helpText: t`Suggested` } : {})}
                    {...(meaning !== null && twice.has(meaning) ? { error: t`Another column uses this field` } : {})}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {searched && (
        <p role="status" className="c-quiet">
          {found === 0 && t`No columns match your search.`}
          {more > 0 && (
            <Plural
              value={more}
              one="# more column isn’t shown. Search for it by name."
              other="# more columns aren’t shown. Search for them by name."
            />
          )}
        </p>
      )}
    </div>
  )
}

function Samples({ samples, looked }: { samples: readonly string[]; looked: boolean }) {
  const { t } = useLingui()
  if (!looked) return <em>{t`not shown`}</em>
  if (samples.length === 0) return <em>{t`empty`}</em>
  return samples.map((sample, place) => (
    <span key={place} data-user-content>
      {sample}
    </span>
  ))
}
