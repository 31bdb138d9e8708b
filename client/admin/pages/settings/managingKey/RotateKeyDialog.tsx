import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Select } from '@shopify/polaris'
import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import { overlapHours } from '../../../../../rules/api-keys.ts'
import type { RotateKeyDialogMutation } from '../../../../__generated__/RotateKeyDialogMutation.graphql.ts'
import { Dialog } from '../../../shell/Dialog.tsx'
import { useCommit } from '../../../shell/relay/useCommit.ts'
import { NewKey } from './NewKey.tsx'

const mutation = graphql`
  mutation RotateKeyDialogMutation($input: RotateApiKeyInput!) {
    rotateApiKey(input: $input) {
      __typename
      ... on RotateApiKeySuccess { data { key } }
      ... on Refusal { code message params }
    }
  }
`

/** Asks how long the old key still works, then shows the new one once. */
export function RotateKeyDialog({
  apiKey: { id, name },
  onClose,
}: {
  apiKey: { id: string; name: string }
  onClose: () => void
}) {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const [hours, setHours] = useState('24')
  const [key, setKey] = useState<string | null>(null)
  const [rotate, busy] = useCommit<RotateKeyDialogMutation>(mutation)
  const run = async () => {
    const outcome = await rotate({ input: { id, overlapHours: Number(hours) } })
    if (outcome.ok) setKey(outcome.data.rotateApiKey.data?.key ?? null)
    else onClose()
  }
  const close = () => {
    onClose()
    if (key !== null) void revalidate()
  }
  const labelOf = useOverlapLabel()
  if (key !== null)
    return (
      <Dialog
        open
        title={t`Copy your new key`}
        cancelLabel={null}
        primary={{ label: t`Done`, run: close }}
        onClose={close}
      >
        <NewKey value={key} />
      </Dialog>
    )
  return (
    <Dialog
      open
      title={t`Rotate ${name}?`}
      primary={{ label: t`Create new key`, busy, run: () => void run() }}
      onClose={close}
    >
      <BlockStack gap="400">
        <p>
          <Trans>You get a new key with the same rights. Both keys work until you have changed your programs.</Trans>
        </p>
        <Select
          label={t`The old key still works for`}
          options={overlapHours.map((count) => ({ value: String(count), label: labelOf(count) }))}
          value={hours}
          onChange={setHours}
        />
      </BlockStack>
    </Dialog>
  )
}

function useOverlapLabel(): (hours: number) => string {
  const { t } = useLingui()
  return (hours) => {
    if (hours === 0) return t`Not at all`
    const days = hours / 24
    return hours < 24
      ? t`${plural(hours, { one: '# hour', other: '# hours' })}`
      : t`${plural(days, { one: '# day', other: '# days' })}`
  }
}
