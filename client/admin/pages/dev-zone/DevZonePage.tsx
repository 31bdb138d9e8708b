import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, Button, ButtonGroup, Checkbox } from '@shopify/polaris'
import { PLAN_IDS, plans } from '../../../../rules/plans.ts'
import type { DevZoneType } from '../../../../rules/shop-flags.ts'
import { NotFound } from '../../shell/errors.tsx'
import { PageSkeleton } from '../../shell/frame/PageSkeleton.tsx'
import { useReadOnly, useViewer } from '../../shell/frame/viewer.tsx'
import { useRestAct } from '../../shell/relay/useRestAct.ts'
import { useRestData } from '../../shell/relay/useRestData.ts'
import { useToast } from '../../shell/toasts.tsx'
import { formatSentence } from '../../shell/words/sentences.ts'
import { SettingsPage, SettingsSection } from '../../ui/settings/SettingsPage.tsx'

interface ZoneData {
  plan: string
  enableRemoveBranding?: boolean
  isGrowHacking6?: boolean
  skipUpdateState?: boolean
}

interface Override {
  type: DevZoneType
  checked: boolean | undefined
  label: string
  helpText: string
}

/** Overrides for trying things out (spec 6.5), where the operator allows it. */
export function Component() {
  return useViewer().devZone ? <DevZone /> : <NotFound />
}

function DevZone() {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const readOnly = useReadOnly()
  const { data, failure, reload } = useRestData<ZoneData>('/shops')
  const overrides = useOverrides(data)
  const [act, busy] = useRestAct()
  const update = async (query: string, body: object) => {
    const outcome = await act('PUT', `/dev_zone${query}`, body)
    if (!outcome.ok) return
    toast(formatSentence(i18n, 'devZoneUpdated'))
    await reload()
  }
  if (!data) return failure === null ? <PageSkeleton kind="form" /> : <Banner tone="critical">{failure}</Banner>
  return (
    <SettingsPage title={t`Dev zone`} subtitle={t`For trying things out. The operator opened it for this shop.`}>
      <SettingsSection title={t`Plan`} description={t`Sets the plan without a subscription.`}>
        <ButtonGroup>
          {PLAN_IDS.map((plan) => (
            <Button
              key={plan}
              pressed={plan === data.plan}
              disabled={busy || readOnly}
              onClick={() => void update('', { dataUpdate: { plan } })}
            >
              {`${plans[plan].displayName} (${plan})`}
            </Button>
          ))}
        </ButtonGroup>
      </SettingsSection>
      <SettingsSection title={t`Overrides`}>
        {overrides.map(({ type, checked = false, label, helpText }) => (
          <Checkbox
            key={type}
            label={label}
            helpText={helpText}
            checked={checked}
            disabled={busy || readOnly}
            onChange={(status) => void update(`?type=${type}`, { status })}
          />
        ))}
        <p className="c-quiet">
          <Trans>Reload an open page to see a change there.</Trans>
        </p>
      </SettingsSection>
    </SettingsPage>
  )
}

function useOverrides(data: ZoneData | null): readonly Override[] {
  const { t } = useLingui()
  return [
    {
      type: 'remove-branding',
      checked: data?.enableRemoveBranding,
      label: t`Leave out “Powered by Candor”`,
      helpText: t`In widgets and emails, whatever the plan and the branding settings say.`,
    },
    {
      type: 'grow-hacking-6',
      checked: data?.isGrowHacking6,
      label: t`Show the offer of Pro at half its price`,
      helpText: t`The subscription page shows it until the shop has tried it.`,
    },
    {
      type: 'skip-update-state',
      checked: data?.skipUpdateState,
      label: t`Keep the plan whatever the platform says`,
      helpText: t`The plan doesn’t follow subscriptions until you turn this off.`,
    },
  ]
}
