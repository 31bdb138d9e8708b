import { Trans } from '@lingui/react/macro'

interface Props {
  title: string
  columns: readonly string[]
  rows: readonly { name: string; cells: readonly string[] }[]
}

/** A chart's numbers as a table, folded below it. */
export function ChartTable({ title, columns, rows }: Props) {
  return (
    <details className="c-chart-table">
      <summary>
        <Trans>View as table</Trans>
      </summary>
      <div>
        <table>
          <caption className="c-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Date</Trans>
              </th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, cells }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, at) => (
                  <td key={columns[at]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
