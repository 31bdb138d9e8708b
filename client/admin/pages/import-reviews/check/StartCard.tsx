import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Banner, Button, Card } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type { StartCard_run$data, StartCard_run$key } from '../../../../__generated__/StartCard_run.graphql.ts'
import { fullTag, type CatalogName } from '../../../shell/words/locales.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { reviewStatusLabels } from '../../../ui/ReviewStatusBadge.tsx'
import type { ReviewStatus } from '../../../../../rules/review-status.ts'
import { countIncomingRows, openQuestions, type Decided } from './answers.ts'
import { Choices, type Choice } from './Choices.tsx'
import { DiscardButton } from '../run/DiscardButton.tsx'

const fragment = graphql`
  fragment StartCard_run on ImportRun {
    id
    fileName
    fresh
    maxRows
    questions { id choices suggested }
    unmatched
    unmatchedProducts { key rows }
    statuses { status rows }
  }
`

interface Props {
  run: StartCard_run$key
  decided: Decided
  decide: (change: Partial<Decided>) => void
  busy: boolean
  begin: () => void
  /** Error of the last start, and the question with the rejected answer. */
  refused: { sentence: string; question: string | null } | null
}

const stillAsked: Readonly<Record<string, MessageDescriptor>> = {
  columns: msg`column mapping`,
  scale: msg`rating scale`,
  dates: msg`date format`,
  long: msg`long texts`,
  unmatched: msg`products that aren’t in your shop`,
  firstN: msg`plan limit`,
}

/** Asks for the status of imported reviews, and starts the import. */
export function StartCard({ run: key, decided, decide, busy, begin, refused }: Props) {
  const { t, i18n } = useLingui()
  const run = useFragment(fragment, key)
  const readOnly = useReadOnly()
  const open = openQuestions(run, decided)
  const asked = new Intl.ListFormat(fullTag(i18n.locale as CatalogName)).format(
    open.flatMap((id) => (stillAsked[id] ? [i18n._(stillAsked[id])] : [])),
  )
  const question = refused?.question ? stillAsked[refused.question] : undefined
  const about = question && i18n._(question)
  const count = countIncomingRows(run, decided)
  return (
    <Card>
      <div className="c-start">
        <Choices
          title={t`What status should they get?`}
          answer={decided.publish}
          decide={(publish) => decide({ publish })}
          choices={usePublishChoices(run, decided)}
        />
        {refused && (
          <Banner tone="critical" title={t`The import didn’t start`}>
            <p>{refused.sentence}</p>
            {about && (
              <p>
                <Trans>This is about: {about}</Trans>
              </p>
            )}
          </Banner>
        )}
        <div className="c-start-foot">
          {open.length > 0 ? (
            <p>
              <Trans>Answer first: {asked}</Trans>
            </p>
          ) : (
            <p>
              <Trans>Importing doesn’t send any emails.</Trans>
            </p>
          )}
          {!readOnly && (
            <div className="c-start-acts">
              <DiscardButton importId={run.id} fileName={run.fileName} />
              <StartButton count={count} disabled={open.length > 0} busy={busy} begin={begin} />
            </div>
          )}
        </div>
      </div>
    </Card>
  )
}

function StartButton({
  count,
  disabled,
  busy,
  begin,
}: {
  count: number | null
  disabled: boolean
  busy: boolean
  begin: () => void
}) {
  const { t } = useLingui()
  const format = useFormat()
  const reviews = format.number(count ?? 0)
  return (
    <Button variant="primary" size="large" loading={busy} disabled={disabled} onClick={begin}>
      {count !== null && count > 1 ? t`Import ${reviews} reviews` : t`Start import`}
    </Button>
  )
}

/** Offers publishing if the file has pending reviews. Hidden reviews and spam keep their status. */
function usePublishChoices(run: StartCard_run$data, decided: Decided): Choice<Decided['publish']>[] {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const rowsOf = (status: string) => run.statuses.find((one) => one.status === status)?.rows ?? 0
  const asInFile = run.statuses
    .map(
      ({ status, rows }) =>
        `${format.number(rows)} ${i18n._(reviewStatusLabels[status.toLowerCase() as ReviewStatus])}`,
    )
    .join(' · ')
  // Rows that are not imported are not counted yet.
  const allCome = countIncomingRows(run, decided) === run.fresh + run.unmatched
  const pending = rowsOf('PENDING')
  return [
    { value: 'AS_IN_FILE', label: t`Same as in the file`, ...(allCome && { help: asInFile }) },
    ...(pending > 0
      ? [
          {
            value: 'PUBLISHED' as const,
            label: t`Publish pending reviews too`,
            help: allCome ? (
              <Plural
                value={pending}
                one="# review is pending in the file. Spam stays hidden."
                other="# reviews are pending in the file. Spam stays hidden."
              />
            ) : (
              <Trans>Spam stays hidden.</Trans>
            ),
          },
        ]
      : []),
    { value: 'PENDING', label: t`Keep all pending`, help: <Trans>Nothing is published until you approve it.</Trans> },
  ]
}
