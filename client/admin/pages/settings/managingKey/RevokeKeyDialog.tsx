import { Trans, useLingui } from '@lingui/react/macro'
import { graphql } from 'react-relay/hooks'
import type { RevokeKeyDialogMutation } from '../../../../__generated__/RevokeKeyDialogMutation.graphql.ts'
import { Dialog } from '../../../shell/Dialog.tsx'
import { useCommit } from '../../../shell/relay/useCommit.ts'

const mutation = graphql`
  mutation RevokeKeyDialogMutation($input: RevokeApiKeyInput!) {
    revokeApiKey(input: $input) {
      __typename
      ... on RevokeApiKeySuccess { data { id revokedAt } }
      ... on Refusal { code message params }
    }
  }
`

/** Asks before a key stops working. */
export function RevokeKeyDialog({
  apiKey: { id, name },
  onClose,
}: {
  apiKey: { id: string; name: string }
  onClose: () => void
}) {
  const { t } = useLingui()
  const [revoke, busy] = useCommit<RevokeKeyDialogMutation>(mutation)
  const run = async () => {
    await revoke({ input: { id } }, { success: t`Key revoked` })
    onClose()
  }
  return (
    <Dialog
      open
      title={t`Revoke ${name}?`}
      primary={{ label: t`Revoke key`, destructive: true, busy, run: () => void run() }}
      onClose={onClose}
    >
      <Trans>Programs that use this key stop working at once. You can’t undo this.</Trans>
    </Dialog>
  )
}
