import { useLingui } from '@lingui/react/macro'
import type { ActionListItemDescriptor } from '@shopify/polaris'
import { canPush, PUSH_STATUSES } from '../../../../../rules/queue-status.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { useFeature } from '../../../ui/PlanGate.tsx'

/**
 * Returns a row's menu items for push notifications (spec 4): send one, or turn them on. Locked if the plan lacks them.
 */
export function usePushItems(isOn: boolean, wireStatus: string | null, push: () => void): ActionListItemDescriptor[] {
  const { t } = useLingui()
  const mode = useMode()
  const { allowed, planName } = useFeature('pushNotifications')
  if (!isOn) {
    return [
      {
        content: t`Turn on push notifications`,
        ...(allowed
          ? { url: hrefIn(mode, '/settings/integration/push-owl') }
          : { disabled: true, helpText: t`${planName} plan` }),
      },
    ]
  }
  const status = PUSH_STATUSES.find((each) => each.toUpperCase() === wireStatus) ?? null
  if (!canPush(isOn, status).allowed || status === 'pending') return []
  return [{ content: status === 'failed' ? t`Retry push notification` : t`Send push notification`, onAction: push }]
}
