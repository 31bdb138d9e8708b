import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '../../shell/Dialog.tsx'
import { useDisconnect } from '../../ui/useConnection.ts'

interface Props {
  integrationKey: string
  name: string
  delivers: boolean
  onClose: () => void
}

/** Says what stops with a connection before ending it. */
export function DisconnectDialog({ integrationKey: key, name, delivers, onClose }: Props) {
  const { t } = useLingui()
  const [disconnect, busy] = useDisconnect()
  const run = async () => {
    await disconnect({ input: { key } }, { success: t`${name} is disconnected` })
    onClose()
  }
  return (
    <Dialog
      open
      title={t`Disconnect ${name}?`}
      primary={{ label: t`Disconnect`, destructive: true, busy, run: () => void run() }}
      onClose={onClose}
    >
      <p>
        {delivers ? (
          <Trans>Candor deletes the stored credentials and sends nothing more to {name}.</Trans>
        ) : (
          <Trans>Candor deletes the stored credentials. Imported reviews stay.</Trans>
        )}
      </p>
    </Dialog>
  )
}
