import { plural } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { Card } from '@shopify/polaris'
import type { ReactNode } from 'react'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { templateSource, unknownSource } from '../../../../../rules/import-apps.ts'
import { formatSentence, isMessageCode } from '../../../shell/words/sentences.ts'
import { Figures } from '../run/Figures.tsx'
import { FetchedNote } from '../sources/FetchedNote.tsx'
import { useHeadingFocus } from '../useHeadingFocus.ts'
import { countIncomingRows, placedRows, type CheckedRun, type CheckProps } from './answers.ts'

interface Props extends Omit<CheckProps, 'answer'> {
  /** Shown next to the file name. */
  children?: ReactNode
}

/** Summarizes the file under the merchant's current answers. */
export function CheckSummary({ run, decided, children }: Props) {
  const { t } = useLingui()
  const { duplicates, bad } = run
  const placed = placedRows(run, decided)
  const found = run.fresh + placed
  const fresh = countIncomingRows(run, decided) ?? found
  // A card about guessed columns comes first and takes the focus.
  const heading = useHeadingFocus(run.columns.map(({ field }) => field).join(), !run.columnsGuessed)
  return (
    <Card>
      <div className="c-check">
        <div>
          <div className="c-import-head">
            <p className="c-quiet">
              <span>{useFound(run)}</span> · <span data-user-content>{run.fileName}</span>
            </p>
            {children}
          </div>
          <h2 ref={heading} tabIndex={-1}>
            {fresh === 0 ? (
              <Plural value={run.total} one="# review in the file" other="# reviews in the file" />
            ) : (
              <Plural value={fresh} one="# review ready to import" other="# reviews ready to import" />
            )}
          </h2>
        </div>
        <FetchedNote run={run} />
        <Figures
          counts={{ fresh, rest: found - fresh, unmatched: run.unmatched - placed, duplicates, bad }}
          labels={{ rest: t`Over your plan’s limit` }}
        />
        <Notes run={run} />
      </div>
    </Card>
  )
}

/** Names the source of the file or of the fetched reviews. */
function useFound({ source, marketplace }: CheckedRun): string {
  const { t } = useLingui()
  if (marketplace) return t`Found: ${source} reviews`
  if (source === unknownSource) return t`Found: a file from an unknown app`
  if (source === templateSource) return t`Found: the Candor template`
  return /^[AEIOU]/.test(source) ? t`Found: an ${source} export` : t`Found: a ${source} export`
}

/** Further remarks about the file. */
function Notes({ run }: { run: CheckedRun }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const notes: [number, string][] = [
    [
      run.pictures,
      t`${plural(run.pictures, { one: '# photo or video will be downloaded', other: '# photos and videos will be downloaded' })}`,
    ],
    [
      run.replies,
      t`${plural(run.replies, { one: '# of your replies included', other: '# of your replies included' })}`,
    ],
    [
      run.rounded,
      t`${plural(run.rounded, { one: '# rating is rounded to whole stars', other: '# ratings are rounded to whole stars' })}`,
    ],
    [
      run.undated,
      t`${plural(run.undated, { one: '# review has no date and gets today’s date', other: '# reviews have no date and get today’s date' })}`,
    ],
    [run.withoutText, t`${plural(run.withoutText, { one: '# review has no text', other: '# reviews have no text' })}`],
    [
      run.shopReviews,
      t`${plural(run.shopReviews, { one: '# review is about your shop, not a product', other: '# reviews are about your shop, not a product' })}`,
    ],
    ...run.remarks.map(({ code, rows }): [number, string] => {
      const sentence = isMessageCode(code) ? formatSentence(i18n, code, { max: 5 }) : ''
      return [sentence ? rows : 0, `${t`${plural(rows, { one: '# row:', other: '# rows:' })}`} ${sentence}`]
    }),
  ]
  const sheets = format.list(run.skippedSheets)
  if (sheets) notes.push([run.skippedSheets.length, t`Sheets that aren’t read: ${sheets}`])
  const shown = notes.filter(([count]) => count > 0)
  if (shown.length === 0) return null
  return (
    <ul className="c-notes">
      {shown.map(([, note]) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
