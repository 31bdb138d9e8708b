import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, ButtonGroup, Form, TextField } from '@shopify/polaris'
import { useState } from 'react'
import type { FieldErrors } from '../../shell/relay/useCommit.ts'
import { useFocusFirstError } from '../../ui/useFocusFirstError.ts'
import { services } from './services.ts'
import { useConnect } from '../../ui/useConnection.ts'

interface Props {
  integrationKey: string
  name: string
  fields: readonly string[]
  onClose: () => void
  /** Called after a refusal, which adds a row to the log. */
  onRefused: () => void
}

/** Asks for the secrets of a service. The server tries them before it stores them. */
export function ConnectForm({ integrationKey: key, name, fields, onClose, onRefused }: Props) {
  const { t, i18n } = useLingui()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [errors, setErrors] = useState<FieldErrors>({})
  const [connect, busy] = useConnect()
  const focusFirstError = useFocusFirstError()
  const submit = async () => {
    if (busy) return
    const outcome = await connect(
      { input: { key, secrets: fields.map((field) => ({ name: field, value: values[field] ?? '' })) } },
      { success: t`${name} is connected` },
    )
    if (outcome.ok) {
      onClose()
      return
    }
    setErrors(outcome.fields)
    focusFirstError()
    onRefused()
  }
  return (
    <Form noValidate onSubmit={() => void submit()}>
      <BlockStack gap="300">
        {fields.map((field, index) => {
          const words = services[key]?.fields[field]
          const error = errors[field]
          return (
            <TextField
              key={field}
              label={words ? i18n._(words.label) : field}
              type={field === 'url' ? 'url' : 'password'}
              autoComplete="off"
              autoFocus={index === 0}
              helpText={words && i18n._(words.help)}
              value={values[field] ?? ''}
              {...(error ? { error } : {})}
              onChange={(value) => {
                setValues((present) => ({ ...present, [field]: value }))
                setErrors(({ [field]: _gone, ...others }) => others)
              }}
            />
          )
        })}
        <p className="c-quiet">
          <Trans>We test the credentials, then store them encrypted.</Trans>
        </p>
        <ButtonGroup>
          <Button submit variant="primary" loading={busy}>{t`Connect`}</Button>
          <Button onClick={onClose}>{t`Cancel`}</Button>
        </ButtonGroup>
      </BlockStack>
    </Form>
  )
}
