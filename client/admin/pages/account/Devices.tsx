import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button } from '@shopify/polaris'
import { useReadOnly } from '../../shell/frame/viewer.tsx'
import { useRestAct } from '../../shell/relay/useRestAct.ts'
import { useToast } from '../../shell/toasts.tsx'
import { formatSentence } from '../../shell/words/sentences.ts'
import { useFormat } from '../../shell/words/useFormat.ts'

export interface SignedInDevice {
  id: string
  browser: string | null
  system: string | null
  timeZone: string
  signedInAt: string
  lastUsedAt: string
  isCurrent: boolean
}

/** Lists the account's open sessions; each but this one can be signed out. */
export function Devices({ devices, reload }: { devices: readonly SignedInDevice[]; reload: () => Promise<void> }) {
  return (
    <ul className="c-people">
      {devices.map((device) => (
        <Device key={device.id} device={device} reload={reload} />
      ))}
    </ul>
  )
}

/** The city of a time zone: America/New_York is New York. */
const placeOf = (timeZone: string): string => timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? ''

function Device({ device, reload }: { device: SignedInDevice; reload: () => Promise<void> }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const toast = useToast()
  const readOnly = useReadOnly()
  const [act, busy] = useRestAct()
  const { browser, system, timeZone, isCurrent } = device
  const name = browser && system ? t`${browser} on ${system}` : (browser ?? system ?? t`Unknown browser`)
  const place = placeOf(timeZone)
  const used = format.date(device.lastUsedAt, { dateStyle: 'medium', timeStyle: 'short' })
  const signOut = async () => {
    if (!(await act('DELETE', `/account/devices/${device.id}`)).ok) return
    toast(formatSentence(i18n, 'deviceSignedOut'))
    await reload()
  }
  return (
    <li>
      <div>
        <strong>{name}</strong>
        {isCurrent && <Badge tone="success">{t`This device`}</Badge>}
        <p className="c-quiet">
          {place && <>{place} · </>}
          <Trans>Last used {used}</Trans>
        </p>
      </div>
      {!isCurrent && !readOnly && (
        <Button loading={busy} accessibilityLabel={t`Sign out ${name}`} onClick={() => void signOut()}>
          {t`Sign out`}
        </Button>
      )}
    </li>
  )
}
