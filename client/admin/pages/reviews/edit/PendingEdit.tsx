import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, BlockStack, Button, Card, InlineStack, Text } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type { PendingEdit_review$key } from '../../../../__generated__/PendingEdit_review.graphql.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { OriginalText } from './OriginalText.tsx'
import { useEditRequest } from './useEditRequest.ts'

interface Props {
  review: PendingEdit_review$key
  /** Opens the edit for another request; undefined if none can be sent. */
  onChange: (() => void) | undefined
}

/** Shows the edit that waits for the customer's approval. */
export function PendingEdit({ review: key, onChange }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const readOnly = useReadOnly()
  const review = useFragment(
    graphql`
    fragment PendingEdit_review on Review {
      id version title content email editRequestedAt editRequestExpiresAt
      media { id hidden }
      editProposal { title content note media { mediaId hidden } }
    }
  `,
    key,
  )
  const { withdraw, withdrawing } = useEditRequest()
  const { editProposal: proposal, email } = review
  if (!proposal) return null
  const day = (moment: string | null | undefined) => (moment ? format.date(moment, { dateStyle: 'long' }) : '')
  const [since, until] = [day(review.editRequestedAt), day(review.editRequestExpiresAt)]
  const turned = new Map(proposal.media.map(({ mediaId, hidden }) => [mediaId, hidden]))
  const media = review.media.map(({ id, hidden }) => ({ id, hidden: turned.get(id) ?? hidden }))
  return (
    <BlockStack gap="400">
      <Card>
        <BlockStack gap="300">
          <InlineStack gap="200" blockAlign="center">
            <Text as="h2" variant="headingMd">{t`Edit request`}</Text>
            <Badge tone="attention">{t`Waiting for approval`}</Badge>
          </InlineStack>
          <p>
            <Trans>
              Sent to{' '}
              <strong data-user-content dir="auto">
                {email}
              </strong>{' '}
              on {since}. The request expires on {until}.
            </Trans>
          </p>
          {proposal.note && (
            <blockquote className="c-theirs" data-user-content dir="auto">
              {proposal.note}
            </blockquote>
          )}
          {!readOnly && (
            <InlineStack gap="200">
              {onChange && <Button disabled={withdrawing} onClick={onChange}>{t`Change request`}</Button>}
              <Button
                tone="critical"
                variant="tertiary"
                loading={withdrawing}
                onClick={() => void withdraw({ id: review.id, version: review.version })}
              >{t`Withdraw request`}</Button>
            </InlineStack>
          )}
        </BlockStack>
      </Card>
      <OriginalText original={review} present={{ ...proposal, media }} />
    </BlockStack>
  )
}
