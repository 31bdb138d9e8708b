import { Trans, useLingui } from '@lingui/react/macro'
import { Select } from '@shopify/polaris'
import { useReadOnly } from '../../shell/viewer.tsx'
import { fieldLabels, fieldsTwice, type Meanings } from './columns.ts'

interface Props {
  columns: readonly { name: string, samples: readonly string[] }[]
  /** What a column can be read as. */
  fields: readonly string[]
  meanings: Meanings
  /** What was guessed; empty where nothing was. */
  guesses: Meanings
  change: (meanings: Meanings) => void
}

/** The columns of the file with some of their cells, and what each means. On a phone a card each. */
export function ColumnsTable({ columns, fields, meanings, guesses, change }: Props) {
  const { t, i18n } = useLingui()
  const readOnly = useReadOnly()
  const twice = fieldsTwice(meanings)
  const options = [{ value: '', label: t`Not needed` }, ...fields.map((field) => ({ value: field, label: fieldLabels[field] ? i18n._(fieldLabels[field]) : field }))]
  return (
    <div className="c-columns">
      <table>
        <thead>
          <tr><th scope="col"><Trans>Column</Trans></th><th scope="col"><Trans>First cells</Trans></th><th scope="col"><Trans>Means</Trans></th></tr>
        </thead>
        <tbody>
          {columns.map(({ name, samples }, at) => {
            const number = at + 1
            const shown = name || t`Column ${number}`
            const meaning = meanings[at] ?? null
            return (
              <tr key={at}>
                <th scope="row" data-user-content>{shown}</th>
                <td>{samples.length === 0 ? <em><Trans>empty</Trans></em> : samples.map((sample, place) => <span key={place} data-user-content>{sample}</span>)}</td>
                <td>
                  <Select
                    label={t`What the column ${shown} means`}
                    labelHidden
                    disabled={readOnly}
                    options={options}
                    value={meaning ?? ''}
                    onChange={(field) => change(meanings.with(at, field || null))}
                    {...(meaning !== null && meaning === guesses[at] ? { helpText: t`Our guess` } : {})}
                    {...(meaning !== null && twice.has(meaning) ? { error: t`Another column means this, too` } : {})}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
