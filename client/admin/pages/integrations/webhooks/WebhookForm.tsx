import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, ChoiceList, TextField } from '@shopify/polaris'
import { useState } from 'react'
import { WEBHOOK_TOPICS, type WebhookTopic } from '../../../../../rules/webhook-topics.ts'
import { Dialog } from '../../../shell/Dialog.tsx'
import type { FieldErrors } from '../../../shell/relay/useCommit.ts'
import { useFocusFirstError } from '../../../ui/useFocusFirstError.ts'
import { topicNames } from './topicNames.ts'
import { useCreateWebhook, useUpdateWebhook } from './useWebhookActs.ts'

interface Props {
  /** The webhook to change; absent: a new one. */
  webhook?: { id: string; url: string; topics: readonly string[] }
  onClose: () => void
  onCreated?: (made: { id: string; secret: string }) => void
}

/** Asks for a webhook's address and topics. */
export function WebhookForm({ webhook, onClose, onCreated }: Props) {
  const { t } = useLingui()
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [topics, setTopics] = useState<string[]>([...(webhook?.topics ?? ['review.published'])])
  const [errors, setErrors] = useState<FieldErrors>({})
  const [create, creating] = useCreateWebhook()
  const [update, updating] = useUpdateWebhook()
  const focusFirstError = useFocusFirstError()
  const submit = async () => {
    const outcome = webhook
      ? await update({ input: { id: webhook.id, url, topics } }, { success: t`Webhook saved` })
      : await create({ input: { url, topics } })
    if (!outcome.ok) {
      setErrors(outcome.fields)
      focusFirstError()
      return
    }
    onClose()
    const made = 'createWebhook' in outcome.data ? outcome.data.createWebhook.data : null
    if (made?.secret) onCreated?.({ id: made.id, secret: made.secret })
  }
  return (
    <Dialog
      open
      title={webhook ? t`Edit webhook` : t`Add a webhook`}
      primary={{
        label: webhook ? t`Save` : t`Add webhook`,
        busy: creating || updating,
        run: () => void submit(),
      }}
      onClose={onClose}
    >
      <BlockStack gap="400">
        <TextField
          label={t`Address`}
          type="url"
          placeholder="https://example.com/webhooks"
          autoComplete="off"
          autoFocus
          helpText={t`Candor sends each event there by POST, signed with a secret.`}
          value={url}
          {...(errors.url ? { error: errors.url } : {})}
          onChange={setUrl}
        />
        <TopicChoice topics={topics} error={errors.topics} onChange={setTopics} />
        {!webhook && (
          <p className="c-quiet">
            <Trans>You see the secret once, in the next step.</Trans>
          </p>
        )}
      </BlockStack>
    </Dialog>
  )
}

interface TopicProps {
  topics: string[]
  error: string | undefined
  onChange: (topics: string[]) => void
}

function TopicChoice({ topics, error, onChange }: TopicProps) {
  const { t, i18n } = useLingui()
  return (
    <ChoiceList
      allowMultiple
      title={t`Events`}
      choices={WEBHOOK_TOPICS.map((topic: WebhookTopic) => ({
        value: topic,
        label: <code>{topic}</code>,
        helpText: i18n._(topicNames[topic]),
      }))}
      selected={topics}
      {...(error ? { error } : {})}
      onChange={onChange}
    />
  )
}
