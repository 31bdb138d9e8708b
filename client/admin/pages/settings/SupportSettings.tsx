import { useLingui } from '@lingui/react/macro'
import { Checkbox } from '@shopify/polaris'
import { useState } from 'react'
import { readOffer, useConsent, type Purpose } from '../../shell/support/consent.ts'
import { SettingsSection } from '../../ui/settings/SettingsPage.tsx'

/** Lets this person agree to the operator's chat and analytics, and take it back. Only where the operator has them. */
export function SupportSettings() {
  const { t } = useLingui()
  const [offer] = useState(readOffer)
  if (!offer) return null
  const [chatHost, analyticsHost] = [offer.chat?.script, offer.analytics?.url].map((url) =>
    url ? new URL(url).host : '',
  )
  return (
    <SettingsSection title={t`Chat and statistics`} description={t`Your own choice, on this device.`}>
      {offer.chat && (
        <Consent
          purpose="chat"
          label={t`Support chat`}
          helpText={t`Loads the chat from ${chatHost}, which sets cookies and gets your name, email address, plan and domain. Turning it off takes effect when you reload the page.`}
        />
      )}
      {offer.analytics && (
        <Consent
          purpose="analytics"
          label={t`Usage statistics`}
          helpText={t`Sends your name, email address, plan and domain to ${analyticsHost}.`}
        />
      )}
    </SettingsSection>
  )
}

function Consent({ purpose, ...field }: { purpose: Purpose; label: string; helpText: string }) {
  const [agreed, agree] = useConsent(purpose)
  return <Checkbox {...field} checked={agreed} onChange={agree} />
}
