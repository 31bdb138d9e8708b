import './account.css'
import { useLingui } from '@lingui/react/macro'
import { Banner, Button, TextField } from '@shopify/polaris'
import { useState } from 'react'
import { NotFound } from '../../shell/errors.tsx'
import { PageSkeleton } from '../../shell/frame/PageSkeleton.tsx'
import { useMode } from '../../shell/frame/mode.tsx'
import { useReadOnly } from '../../shell/frame/viewer.tsx'
import { useRestAct } from '../../shell/relay/useRestAct.ts'
import { useRestData } from '../../shell/relay/useRestData.ts'
import { useToast } from '../../shell/toasts.tsx'
import { formatSentence } from '../../shell/words/sentences.ts'
import { SettingsPage, SettingsSection } from '../../ui/settings/SettingsPage.tsx'
import { Devices, type SignedInDevice } from './Devices.tsx'
import { PasswordForm } from './PasswordForm.tsx'

interface AccountData {
  email: string
  name: string
  devices: readonly SignedInDevice[]
}

/** The account of standalone mode: name, password, signed-in devices. */
export function Component() {
  return useMode() === 'standalone' ? <AccountPage /> : <NotFound />
}

function AccountPage() {
  const { t } = useLingui()
  const { data, failure, reload } = useRestData<AccountData>('/account')
  if (!data) return failure === null ? <PageSkeleton kind="form" /> : <Banner tone="critical">{failure}</Banner>
  return (
    <SettingsPage title={t`Your account`} subtitle={data.email}>
      <SettingsSection title={t`Name`} description={t`Shown in the history of changes and to the people of your shop.`}>
        <NameForm stored={data.name} />
      </SettingsSection>
      <SettingsSection title={t`Password`} description={t`When you change it, your other devices are signed out.`}>
        <PasswordForm onChanged={reload} />
      </SettingsSection>
      <SettingsSection
        title={t`Signed-in devices`}
        description={t`Sign out a device that you don’t know, then change your password.`}
      >
        <Devices devices={data.devices} reload={reload} />
      </SettingsSection>
    </SettingsPage>
  )
}

function NameForm({ stored }: { stored: string }) {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const readOnly = useReadOnly()
  const [name, setName] = useState(stored)
  const [saved, setSaved] = useState(stored)
  const [act, busy] = useRestAct()
  const save = async () => {
    const outcome = await act('PUT', '/account', { name })
    if (!outcome.ok) return
    setSaved(name)
    toast(formatSentence(i18n, 'saved'))
  }
  return (
    <form
      className="c-account-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        label={t`Your name`}
        autoComplete="name"
        maxLength={80}
        value={name}
        onChange={setName}
        disabled={readOnly}
        placeholder={t`Your email address is shown`}
      />
      {!readOnly && (
        <div>
          <Button submit loading={busy} disabled={name === saved}>
            {t`Save name`}
          </Button>
        </div>
      )}
    </form>
  )
}
