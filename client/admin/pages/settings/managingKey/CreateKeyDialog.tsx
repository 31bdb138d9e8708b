import { useLingui } from '@lingui/react/macro'
import { BlockStack, ChoiceList, Form, TextField } from '@shopify/polaris'
import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import { KEY_SCOPES, maxKeyNameChars, type KeyScope } from '../../../../../rules/api-keys.ts'
import type { CreateKeyDialogMutation } from '../../../../__generated__/CreateKeyDialogMutation.graphql.ts'
import { Dialog } from '../../../shell/Dialog.tsx'
import { useCommit, type FieldErrors } from '../../../shell/relay/useCommit.ts'
import { NewKey } from './NewKey.tsx'
import { useScopeWords } from './scopeWords.ts'

const mutation = graphql`
  mutation CreateKeyDialogMutation($input: CreateApiKeyInput!) {
    createApiKey(input: $input) {
      __typename
      ... on CreateApiKeySuccess { data { key } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

/** Asks for a name and the scopes of a key, then shows the key once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const words = useScopeWords()
  const { revalidate } = useRevalidator()
  const [name, setName] = useState('')
  const [scope, setScope] = useState<KeyScope>('READ')
  const [errors, setErrors] = useState<FieldErrors>({})
  const [key, setKey] = useState<string | null>(null)
  const [create, busy] = useCommit<CreateKeyDialogMutation>(mutation)
  const submit = async () => {
    const outcome = await create({ input: { name, scopes: [scope] } })
    setErrors(outcome.ok ? {} : outcome.fields)
    if (outcome.ok) setKey(outcome.data.createApiKey.data?.key ?? null)
  }
  const close = () => {
    onClose()
    if (key !== null) void revalidate()
  }
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
      title={t`Create an API key`}
      primary={{ label: t`Create key`, busy, disabled: name.trim() === '', run: () => void submit() }}
      onClose={close}
    >
      <Form noValidate onSubmit={() => void (busy || submit())}>
        <BlockStack gap="400">
          <TextField
            label={t`Name`}
            placeholder={t`Our agency`}
            helpText={t`The program or the agency that uses it.`}
            autoComplete="off"
            maxLength={maxKeyNameChars}
            value={name}
            onChange={setName}
            {...(errors['name'] && { error: errors['name'] })}
          />
          <ChoiceList
            title={t`It may`}
            choices={KEY_SCOPES.map((each) => ({ value: each, label: words[each].does, helpText: words[each].about }))}
            selected={[scope]}
            onChange={([chosen]) => setScope((chosen as KeyScope | undefined) ?? 'READ')}
          />
        </BlockStack>
      </Form>
    </Dialog>
  )
}
