import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Card } from '@shopify/polaris'
import type { ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { CheckSummary_run$data, CheckSummary_run$key } from '../../../../__generated__/CheckSummary_run.graphql.ts'
import { templateSource, unknownSource } from '../../../../../rules/import-apps.ts'
import { isMessageCode } from '../../../shell/words/sentences.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { FetchedNote } from '../sources/FetchedNote.tsx'
import { Figures } from '../run/Figures.tsx'
import { useHeadingFocus } from '../useHeadingFocus.ts'

const fragment = graphql`
  fragment CheckSummary_run on ImportRun {
    source
    columns { field }
    columnsGuessed
    fileName
    total
    fresh
    duplicates
    unmatched
    bad
    rounded
    pictures
    replies
    undated
    withoutText
    shopReviews
    remarks { code rows }
    marketplace { __typename }
    ...FetchedNote_run
  }
`

interface Props {
  run: CheckSummary_run$key
  /** Reviews without a product that the answers have assigned one. */
  placed: number
  /** Number of imported reviews if only the first rows are imported. */
  first: number | null
  /** Shown next to the file name. */
  children?: ReactNode
}

/** Summarizes the file under the merchant's current answers. */
export function CheckSummary({ run: key, placed, first, children }: Props) {
  const run = useFragment(fragment, key)
  const { duplicates, bad } = run
  const isNew = run.fresh + placed
  const fresh = first ?? isNew
  const unmatched = run.unmatched - placed
  // A card about guessed columns comes first and takes the focus.
  const heading = useHeadingFocus(run.columns.map(({ field }) => field).join(), !run.columnsGuessed)
  return (
    <Card>
      <div className="c-check">
        <div>
          <div className="c-import-head">
            <p className="c-quiet">
              <span>
                <Found source={run.source} listed={run.marketplace !== null && run.marketplace !== undefined} />
              </span>{' '}
              · <span data-user-content>{run.fileName}</span>
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
        <Figures counts={{ fresh: isNew, duplicates, unmatched, bad }} />
        <Notes run={run} />
      </div>
    </Card>
  )
}

/** Names the source of the file or of the fetched reviews. */
function Found({ source, listed }: { source: string; listed: boolean }) {
  if (listed) return <Trans>Found: {source} reviews</Trans>
  if (source === unknownSource) return <Trans>Found: a file from an unknown app</Trans>
  if (source === templateSource) return <Trans>Found: the Candor template</Trans>
  return <Trans>Found: a {source} export</Trans>
}

/** Further remarks about the file. */
function Notes({ run }: { run: CheckSummary_run$data }) {
  const { i18n } = useLingui()
  const notes: [number, ReactNode][] = [
    [
      run.pictures,
      <Plural
        key="pictures"
        value={run.pictures}
        one="# photo or video will be downloaded"
        other="# photos and videos will be downloaded"
      />,
    ],
    [
      run.replies,
      <Plural key="replies" value={run.replies} one="# of your replies included" other="# of your replies included" />,
    ],
    [
      run.rounded,
      <Plural
        key="rounded"
        value={run.rounded}
        one="# rating is rounded to whole stars"
        other="# ratings are rounded to whole stars"
      />,
    ],
    [
      run.undated,
      <Plural
        key="undated"
        value={run.undated}
        one="# review has no date and gets today’s date"
        other="# reviews have no date and get today’s date"
      />,
    ],
    [
      run.withoutText,
      <Plural key="text" value={run.withoutText} one="# review has no text" other="# reviews have no text" />,
    ],
    [
      run.shopReviews,
      <Plural
        key="shop"
        value={run.shopReviews}
        one="# review is about your shop, not a product"
        other="# reviews are about your shop, not a product"
      />,
    ],
  ]
  const shown = notes.filter(([count]) => count > 0)
  const remarks = run.remarks.filter(({ code }) => isMessageCode(code))
  if (shown.length + remarks.length === 0) return null
  return (
    <ul className="c-notes">
      {shown.map(([, note], index) => (
        <li key={index}>{note}</li>
      ))}
      {remarks.map(({ code, rows }) => {
        const sentence = isMessageCode(code) ? formatSentence(i18n, code, { max: 5 }) : ''
        return (
          <li key={code}>
            <Plural value={rows} one="# row:" other="# rows:" /> {sentence}
          </li>
        )
      })}
    </ul>
  )
}
