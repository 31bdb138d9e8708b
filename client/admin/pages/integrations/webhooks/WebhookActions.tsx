import { Trans, useLingui } from '@lingui/react/macro'
import { Button, ButtonGroup } from '@shopify/polaris'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { WebhookCard_webhook$data } from '../../../../__generated__/WebhookCard_webhook.graphql.ts'
import { Dialog } from '../../../shell/Dialog.tsx'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { useFeature } from '../../../ui/PlanGate.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { useDeleteWebhook, useRotateSecret, useTestWebhook, useUpdateWebhook } from './useWebhookActs.ts'
import { WebhookForm } from './WebhookForm.tsx'

interface Props {
  webhook: WebhookCard_webhook$data
  /** Called after a test, which adds an entry to the log. */
  onTested: () => void
}

/** Tests, changes or deletes a webhook. */
export function WebhookActions({ webhook, onTested }: Props) {
  const { t } = useLingui()
  const { allowed } = useFeature('webhooks')
  const [asking, setAsking] = useState<'edit' | 'rotate' | 'delete' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const [test, testing] = useTestWebhook()
  const [update, updating] = useUpdateWebhook()
  const { id, enabled } = webhook
  const runTest = async () => {
    await test({ input: { id } }, { success: t`Test event queued` })
    onTested()
  }
  const toggle = () =>
    update(
      { input: { id, enabled: !enabled } },
      { fieldless: true, success: enabled ? t`Webhook disabled` : t`Webhook enabled` },
    )
  return (
    <>
      <ButtonGroup>
        <Button
          variant="primary"
          disabled={!allowed || !enabled}
          loading={testing}
          onClick={() => void runTest()}
        >{t`Send a test event`}</Button>
        <Button disabled={!allowed} onClick={() => setAsking('edit')}>{t`Edit`}</Button>
        <Button disabled={!allowed} loading={updating} onClick={() => void toggle()}>
          {enabled ? t`Disable` : t`Enable`}
        </Button>
        <Button disabled={!allowed} onClick={() => setAsking('rotate')}>{t`Replace secret`}</Button>
        <Button variant="tertiary" tone="critical" onClick={() => setAsking('delete')}>{t`Delete`}</Button>
      </ButtonGroup>
      {asking === 'edit' && <WebhookForm webhook={webhook} onClose={() => setAsking(null)} />}
      {asking === 'rotate' && <RotateDialog id={id} onClose={() => setAsking(null)} onRotated={setSecret} />}
      {asking === 'delete' && <DeleteDialog id={id} onClose={() => setAsking(null)} />}
      {secret && <SecretDialog secret={secret} isRotated onClose={() => setSecret(null)} />}
    </>
  )
}

interface AskProps {
  id: string
  onClose: () => void
}

function RotateDialog({ id, onClose, onRotated }: AskProps & { onRotated: (secret: string) => void }) {
  const { t } = useLingui()
  const [rotate, busy] = useRotateSecret()
  const run = async () => {
    const outcome = await rotate({ input: { id } })
    onClose()
    const secret = outcome.ok ? outcome.data.rotateWebhookSecret.data?.secret : null
    if (secret) onRotated(secret)
  }
  return (
    <Dialog
      open
      title={t`Replace the secret?`}
      primary={{ label: t`Replace secret`, busy, run: () => void run() }}
      onClose={onClose}
    >
      <p>
        <Trans>
          You get a new secret. For 24 hours, events are signed with both, so that you can change your receiver without
          losing one.
        </Trans>
      </p>
    </Dialog>
  )
}

function DeleteDialog({ id, onClose }: AskProps) {
  const { t } = useLingui()
  const mode = useMode()
  const navigate = useNavigate()
  const [remove, busy] = useDeleteWebhook()
  const run = async () => {
    const outcome = await remove({ input: { id } }, { success: t`Webhook deleted` })
    onClose()
    if (outcome.ok) void navigate(hrefIn(mode, '/settings/integration/webhook'))
  }
  return (
    <Dialog
      open
      title={t`Delete this webhook?`}
      primary={{ label: t`Delete`, destructive: true, busy, run: () => void run() }}
      onClose={onClose}
    >
      <p>
        <Trans>Candor deletes its log too, and sends it nothing more.</Trans>
      </p>
    </Dialog>
  )
}
