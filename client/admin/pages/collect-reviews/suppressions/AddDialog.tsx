import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Modal, TextField } from '@shopify/polaris'
import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import type { AddDialogMutation } from '../../../../__generated__/AddDialogMutation.graphql.ts'
import { useCommit } from '../../../shell/relay/useCommit.ts'

const mutation = graphql`
  mutation AddDialogMutation($input: AddSuppressionsInput!) {
    addSuppressions(input: $input) {
      __typename
      ... on AddSuppressionsSuccess { data { count } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

/** Adds addresses, one a line or separated by commas. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [add, busy] = useCommit<AddDialogMutation>(mutation)
  const submit = async () => {
    const emails = text.split(/[\s,;]+/).filter(Boolean)
    const count = emails.length
    const outcome = await add(
      { input: { emails } },
      { success: t`${plural(count, { one: '# address added', other: '# addresses added' })}` },
    )
    if (outcome.ok) {
      onClose()
      await revalidate()
      return
    }
    // The error's path holds the index of the address.
    const [path = '', sentence = outcome.message] = Object.entries(outcome.fields)[0] ?? []
    const email = emails[Number(path.split('.')[1])]
    const line = text.split(/\r?\n/).findIndex((each) => email !== undefined && each.includes(email)) + 1
    setError(email ? t`Line ${line}: “${email}” isn’t an email address` : sentence)
  }
  return (
    <Modal
      open
      title={t`Add addresses`}
      onClose={onClose}
      primaryAction={{ content: t`Add`, loading: busy, disabled: text.trim() === '', onAction: () => void submit() }}
      secondaryActions={[{ content: t`Cancel`, onAction: onClose }]}
    >
      <Modal.Section>
        <TextField
          label={t`Email addresses`}
          helpText={t`One per line. These customers won’t get review requests.`}
          multiline={4}
          autoComplete="off"
          value={text}
          error={error ?? false}
          onChange={(value) => {
            setText(value)
            setError(null)
          }}
        />
      </Modal.Section>
    </Modal>
  )
}
