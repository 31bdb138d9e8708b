import { plural } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { Modal, Text } from '@shopify/polaris'
import { graphql } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import type { RemoveDialogMutation } from '../../../../__generated__/RemoveDialogMutation.graphql.ts'
import { useCommit } from '../../../shell/relay/useCommit.ts'

const mutation = graphql`
  mutation RemoveDialogMutation($input: RemoveSuppressionsInput!) {
    removeSuppressions(input: $input) {
      __typename
      ... on RemoveSuppressionsSuccess { data { count } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

interface Props {
  entries: RemoveDialogMutation['variables']['input']['entries']
  onClose: () => void
  onDone: () => void
}

/** Asks before removing addresses: some of their owners have unsubscribed. */
export function RemoveDialog({ entries, onClose, onDone }: Props) {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const [remove, busy] = useCommit<RemoveDialogMutation>(mutation)
  const count = entries.length
  const refused = entries.filter(({ reason }) => reason === 'UNSUBSCRIBED' || reason === 'COMPLAINED').length
  const submit = async () => {
    const outcome = await remove(
      { input: { entries } },
      { success: t`${plural(count, { one: '# address removed', other: '# addresses removed' })}` },
    )
    onClose()
    if (!outcome.ok) return
    onDone()
    await revalidate()
  }
  return (
    <Modal
      open
      title={t`${plural(count, { one: 'Remove # address from the list?', other: 'Remove # addresses from the list?' })}`}
      onClose={onClose}
      primaryAction={{ content: t`Remove`, destructive: true, loading: busy, onAction: () => void submit() }}
      secondaryActions={[{ content: t`Cancel`, onAction: onClose }]}
    >
      <Modal.Section>
        <Text as="p">{t`These customers can get review requests again.`}</Text>
        {refused > 0 && (
          <Text as="p" tone="critical">
            <Plural
              value={refused}
              one="# customer asked not to get emails. Remove them only with their consent."
              other="# customers asked not to get emails. Remove them only with their consent."
            />
          </Text>
        )}
      </Modal.Section>
    </Modal>
  )
}
