import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack } from '@shopify/polaris'
import { Dialog } from '../../../shell/Dialog.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'

interface Props {
  secret: string
  /** Whether it replaces another secret, which signs for another day. */
  isRotated: boolean
  onClose: () => void
}

/** Shows a new secret, once. */
export function SecretDialog({ secret, isRotated, onClose }: Props) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      title={t`Copy the secret now`}
      primary={{ label: t`I’ve copied it`, run: onClose }}
      cancelLabel={null}
      onClose={onClose}
    >
      <BlockStack gap="300">
        <p>
          <Trans>Your receiver checks with it that an event comes from Candor. We won’t show it again.</Trans>
        </p>
        <div className="c-webhook-secret">
          <code>{secret}</code>
          <CopyButton text={secret} label={t`Copy secret`} />
        </div>
        {isRotated && (
          <p className="c-quiet">
            <Trans>For 24 hours, events are signed with the former secret too.</Trans>
          </p>
        )}
      </BlockStack>
    </Dialog>
  )
}
