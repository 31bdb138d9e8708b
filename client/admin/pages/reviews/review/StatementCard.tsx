import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, BlockStack, Button, ButtonGroup, Card, Text } from '@shopify/polaris'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import { fromEnumName } from '../../../../../rules/enum-name.ts'
import { maxObjectionChars, type RefusalReason } from '../../../../../rules/refusal.ts'
import type {
  StatementCard_review$data,
  StatementCard_review$key,
} from '../../../../__generated__/StatementCard_review.graphql.ts'
import type { StatementCardMutation } from '../../../../__generated__/StatementCardMutation.graphql.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { useCommit } from '../../../shell/relay/useCommit.ts'
import { useToast } from '../../../shell/toasts.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { isTooLong, LongField } from './LongField.tsx'
import { refusalLabels } from '../../../ui/refusalWords.ts'

/** Shows the reason that the author got for a refused review, their objection, and its decision. */
export function StatementCard({ review: key }: { review: StatementCard_review$key }) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const { id, email, statement } = useFragment(
    graphql`
    fragment StatementCard_review on Review {
      id email
      statement { reason note createdAt mailedAt objection objectedAt decision answer decidedAt }
    }
  `,
    key,
  )
  if (!statement) return null
  const isOpen = statement.objectedAt !== null && statement.decision === null
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {isOpen ? t`The author objects` : t`Reason given to the author`}
        </Text>
        {isOpen && (
          <Banner tone="warning">
            <Trans>Read the objection and decide. The author gets your decision by email.</Trans>
          </Banner>
        )}
        <Facts statement={statement} hasEmail={email !== ''} />
        {isOpen && !readOnly && <DecisionForm id={id} />}
      </BlockStack>
    </Card>
  )
}

interface FactsProps {
  statement: NonNullable<StatementCard_review$data['statement']>
  hasEmail: boolean
}

function Facts({ statement, hasEmail }: FactsProps) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const { reason, note, createdAt, mailedAt, objection, objectedAt, decision, answer, decidedAt } = statement
  const day = (moment: string) => format.date(moment, { dateStyle: 'medium' })
  const [objectedOn, decidedOn] = [objectedAt && day(objectedAt), decidedAt && day(decidedAt)]
  const label = refusalLabels[fromEnumName(reason) as RefusalReason]
  return (
    <dl className="c-facts">
      <div>
        <dt>{day(createdAt)}</dt>
        <dd>
          {i18n._(label)}
          {note && (
            <small data-user-content dir="auto">
              {note}
            </small>
          )}
          <small>{mailedAt ? t`Emailed to the author` : hasEmail ? t`Not emailed yet` : t`No email address`}</small>
        </dd>
      </div>
      {objectedAt && (
        <div>
          <dt>{t`Objection of ${objectedOn}`}</dt>
          <dd data-user-content dir="auto" className="c-objection">
            {objection}
          </dd>
        </div>
      )}
      {decision && decidedAt && (
        <div>
          <dt>{t`Decision of ${decidedOn}`}</dt>
          <dd>
            {decision === 'RESTORED' ? t`Published again` : t`Kept hidden`}
            {answer && (
              <small data-user-content dir="auto">
                {answer}
              </small>
            )}
          </dd>
        </div>
      )}
    </dl>
  )
}

function DecisionForm({ id }: { id: string }) {
  const { t } = useLingui()
  const toast = useToast()
  const [answer, setAnswer] = useState('')
  const [commit, busy] = useCommit<StatementCardMutation>(graphql`
    mutation StatementCardMutation($input: DecideObjectionInput!) {
      decideObjection(input: $input) {
        __typename
        ... on DecideObjectionSuccess { data { ...ReplyPage_review } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const decide = async (decision: 'RESTORED' | 'KEPT') => {
    if (isTooLong(answer, maxObjectionChars)) return
    const { ok } = await commit({ input: { id, decision, answer } })
    if (ok) toast(decision === 'RESTORED' ? t`Review published` : t`Review stays hidden`)
  }
  return (
    <BlockStack gap="300">
      <LongField
        label={t`Message to the author (optional)`}
        value={answer}
        onChange={setAnswer}
        max={maxObjectionChars}
        lines={2}
        maxHeight={200}
      />
      <ButtonGroup>
        <Button variant="primary" disabled={busy} onClick={() => void decide('RESTORED')}>{t`Publish again`}</Button>
        <Button disabled={busy} onClick={() => void decide('KEPT')}>{t`Keep hidden`}</Button>
      </ButtonGroup>
    </BlockStack>
  )
}
