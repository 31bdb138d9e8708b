import { Plural, useLingui } from '@lingui/react/macro'
import { Banner, Button, Card } from '@shopify/polaris'
import type { ReviewStatus } from '../../../../../rules/review-status.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { fullTag, type CatalogName } from '../../../shell/words/locales.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { reviewStatusLabels } from '../../../ui/ReviewStatusBadge.tsx'
import { DiscardButton } from '../run/DiscardButton.tsx'
import { countIncomingRows, openQuestions, type CheckedRun, type CheckProps, type Decided } from './answers.ts'
import { Choices, type Choice } from './Choices.tsx'
import { questionNames } from './questions.tsx'

interface Props extends Omit<CheckProps, 'answer'> {
  /** Chooses the status of the reviews. */
  publish: (publish: Decided['publish']) => void
  busy: boolean
  begin: () => void
  /** Error of the last start, and the question with the rejected answer. */
  refused: { sentence: string; question: string | null } | null
}

/** Asks for the status of imported reviews, and starts the import. */
export function StartCard({ run, decided, publish, busy, begin, refused }: Props) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const readOnly = useReadOnly()
  const open = openQuestions(run, decided)
  const namesOf = (ids: readonly string[]) =>
    new Intl.ListFormat(fullTag(i18n.locale as CatalogName)).format(
      ids.flatMap((id) => (questionNames[id] ? [i18n._(questionNames[id])] : [])),
    )
  const asked = namesOf(open)
  const about = namesOf(refused?.question ? [refused.question] : [])
  const count = countIncomingRows(run, decided) ?? 0
  const reviews = format.number(count)
  return (
    <Card>
      <div className="c-start">
        <Choices
          title={t`What status should they get?`}
          answer={decided.publish}
          decide={publish}
          choices={usePublishChoices(run, decided)}
        />
        {refused && (
          <Banner tone="critical" title={t`The import didn’t start`}>
            <p>{refused.sentence}</p>
            {about && <p>{t`This is about: ${about}`}</p>}
          </Banner>
        )}
        <div className="c-start-foot">
          <p>{open.length > 0 ? t`Answer first: ${asked}` : t`Importing doesn’t send any emails.`}</p>
          {!readOnly && (
            <div className="c-start-acts">
              <DiscardButton importId={run.id} fileName={run.fileName} />
              <Button variant="primary" size="large" loading={busy} disabled={open.length > 0} onClick={begin}>
                {count > 1 ? t`Import ${reviews} reviews` : t`Start import`}
              </Button>
            </div>
          )}
        </div>
      </div>
    </Card>
  )
}

/** Offers publishing if the file has pending reviews. Hidden reviews and spam keep their status. */
function usePublishChoices(run: CheckedRun, decided: Decided): Choice<Decided['publish']>[] {
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
              t`Spam stays hidden.`
            ),
          },
        ]
      : []),
    { value: 'PENDING', label: t`Keep all pending`, help: t`Nothing is published until you approve it.` },
  ]
}
