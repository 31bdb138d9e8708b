import { useLingui } from '@lingui/react/macro'
import { Button, Card } from '@shopify/polaris'
import { useState, type ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { BadRows_run$key } from '../../../../__generated__/BadRows_run.graphql.ts'
import type { MessageParams } from '../../../../../rules/messages.ts'
import { formatRefusal } from '../../../shell/words/sentences.ts'

const shownAtFirst = 6

const fragment = graphql`
  fragment BadRows_run on ImportRun {
    badRows { row column value code reason params }
  }
`

interface Props {
  run: BadRows_run$key
  title: string
  action?: ReactNode
  children: ReactNode
}

/** Lists rows that can’t be imported, each with its place in the file, the cell and the reason. */
export function BadRows({ run: key, title, action, children }: Props) {
  const { t, i18n } = useLingui()
  const { badRows } = useFragment(fragment, key)
  const [all, setAll] = useState(false)
  const shown = all ? badRows : badRows.slice(0, shownAtFirst)
  const more = badRows.length - shown.length
  return (
    <Card>
      <section className="c-import-section">
        <div className="c-import-head">
          <h2>{title}</h2>
          {action}
        </div>
        <p>{children}</p>
        <div className="c-bad">
          <table>
            <thead>
              <tr>
                <th scope="col">{t`Row`}</th>
                <th scope="col">{t`Column`}</th>
                <th scope="col">{t`Value`}</th>
                <th scope="col">{t`Reason`}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ row, column, value, code, reason, params }) => (
                <tr key={`${row} ${column}`}>
                  <td>{row}</td>
                  <td data-user-content>{column}</td>
                  <td>{value === '' ? <em>{t`empty`}</em> : <code data-user-content>{value}</code>}</td>
                  <td>{formatRefusal(i18n, { code, message: reason, params: JSON.parse(params) as MessageParams })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {more > 0 && (
          <div>
            <Button variant="plain" onClick={() => setAll(true)}>{t`Show ${more} more`}</Button>
          </div>
        )}
      </section>
    </Card>
  )
}
