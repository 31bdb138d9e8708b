import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '../../shell/Dialog.tsx'
import { useDisconnect } from '../../ui/useConnection.ts'

interface Props {
  integrationKey: string
  name: string
  delivers: boolean
  hasFields: boolean
  onClose: () => void
}

/** Says what stops with a connection before ending it. */
export function DisconnectDialog({ integrationKey: key, name, delivers, hasFields, onClose }: Props) {
  const { t } = useLingui()
  const [disconnect, busy] = useDisconnect()
  const run = async () => {
    await disconnect({ input: { key } }, { success: hasFields ? t`${name} is disconnected` : t`${name} is off` })
    onClose()
  }
  return (
    <Dialog
      open
      title={hasFields ? t`Disconnect ${name}?` : t`Turn off ${name}?`}
      primary={{ label: hasFields ? t`Disconnect` : t`Turn off`, destructive: true, busy, run: () => void run() }}
      onClose={onClose}
    >
      <p>
        {!hasFields ? (
          <Trans>Candor sends nothing more to {name}, and refuses its calls.</Trans>
        ) : delivers ? (
          <Trans>Candor deletes the stored credentials and sends nothing more to {name}.</Trans>
        ) : (
          <Trans>Candor deletes the stored credentials. Imported reviews stay.</Trans>
        )}
      </p>
    </Dialog>
  )
}
