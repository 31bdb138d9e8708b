import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Card, Text } from '@shopify/polaris'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import { HISTORY_ACTIONS } from '../../../../../rules/review-history.ts'
import type {
  ReviewHistory_review$data,
  ReviewHistory_review$key,
} from '../../../../__generated__/ReviewHistory_review.graphql.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { historyLabels, useHistoryChanges, type HistoryChange } from './historyWords.ts'

const shownAtFirst = 5

type Entry = ReviewHistory_review$data['history'][number]

/** Lists a review's history: who, when, what, and the values before. */
export function ReviewHistory({ review: key }: { review: ReviewHistory_review$key }) {
  const { t } = useLingui()
  const { history } = useFragment(
    graphql`
    fragment ReviewHistory_review on Review {
      history(first: 50) { id at actor actorName action before after bulk }
    }
  `,
    key,
  )
  const [whole, setWhole] = useState(false)
  const more = history.length - shownAtFirst
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">{t`History`}</Text>
        {history.length === 0 && (
          <Text as="p" tone="subdued">
            <Trans>No history yet.</Trans>
          </Text>
        )}
        <ol className="c-history">
          {history.slice(0, whole ? undefined : shownAtFirst).map((entry) => (
            <HistoryLine key={entry.id} entry={entry} />
          ))}
        </ol>
        {more > 0 && !whole && (
          <div>
            <Button variant="plain" onClick={() => setWhole(true)}>{t`Show ${more} more`}</Button>
          </div>
        )}
      </BlockStack>
    </Card>
  )
}

function HistoryLine({ entry }: { entry: Entry }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const changes = useHistoryChanges()(entry)
  const action = HISTORY_ACTIONS.find((each) => each === entry.action)
  const who = {
    MERCHANT: entry.actorName || t`You`,
    CUSTOMER: t`The customer`,
    RULE: t`Automatic`,
    '%future added value': '',
  }[entry.actor]
  return (
    <li>
      <p>
        <strong>{action ? i18n._(historyLabels[action]) : entry.action}</strong>
        {entry.bulk && (
          <span className="c-quiet">
            {' '}
            · <Trans>bulk action</Trans>
          </span>
        )}
      </p>
      <p className="c-quiet">
        <span data-user-content dir="auto">
          {who}
        </span>{' '}
        · <time dateTime={entry.at}>{format.date(entry.at, { dateStyle: 'medium', timeStyle: 'short' })}</time>
      </p>
      {changes.length > 0 && <Changes changes={changes} />}
    </li>
  )
}

/** Shows values before and after. Long texts are folded until opened. */
function Changes({ changes }: { changes: readonly HistoryChange[] }) {
  const { t } = useLingui()
  const [whole, setWhole] = useState(false)
  const written = (text: string) => (whole ? text : beginningOf(text))
  const isLong = changes.some(({ before, after }) => beginningOf(before) !== before || beginningOf(after) !== after)
  return (
    <>
      <dl className="c-changes" data-user-content>
        {changes.map(({ label, before, after }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {before && <del dir="auto">{written(before)}</del>}
              {after && <ins dir="auto">{written(after)}</ins>}
            </dd>
          </div>
        ))}
      </dl>
      {isLong && (
        <div className="c-below">
          <Button variant="plain" ariaExpanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? t`Show less` : t`Show all`}
          </Button>
        </div>
      )}
    </>
  )
}

const [foldedLines, foldedChars] = [4, 200]

/** Returns the start of a text, cut between two words. Slightly longer texts stay whole. */
function beginningOf(text: string): string {
  const lines = text.split('\n')
  const start = [...lines.slice(0, foldedLines).join('\n')].slice(0, foldedChars).join('')
  if (lines.length <= foldedLines + 1 && text.length - start.length < foldedChars / 4) return text
  return `${start.replace(/\s\S{0,30}$/u, '').trimEnd()}…`
}
