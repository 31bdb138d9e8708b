import { useLingui } from '@lingui/react/macro'
import { ActionList, Button, Popover, type ActionListItemDescriptor } from '@shopify/polaris'
import { MenuHorizontalIcon } from '@shopify/polaris-icons'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import { queueActions, queueRowMenu, type QueueAction } from '../../../../../rules/queue-status.ts'
import type { RequestMenu_item$key } from '../../../../__generated__/RequestMenu_item.graphql.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { statusOf } from '../../../ui/requests/requestStatus.ts'
import type { RequestAction } from './useApplyRequestAction.ts'
import { usePushItems } from './usePushItems.ts'

interface Props {
  item: RequestMenu_item$key
  /** Emails of this kind also send a push notification. */
  isPushOn: boolean
  act: (act: RequestAction) => void
  preview: () => void
}

/** Menu of the actions that a request allows now (spec 4). */
export function RequestMenu({ item: key, isPushOn, act, preview }: Props) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const [open, setOpen] = useState(false)
  const item = useFragment(
    graphql`
    fragment RequestMenu_item on QueueItem { orderName status skipReason errorMessage senderApp isBlockCustomer pushStatus }
  `,
    key,
  )
  const pushItems = usePushItems(isPushOn, item.pushStatus ?? null, () => act('push'))
  const state = {
    ...item,
    status: statusOf(item.status),
    skipReason: item.skipReason ?? null,
    errorMessage: item.errorMessage ?? null,
  }
  const labels: Record<QueueAction, string> = {
    sendAnyway: t`Send now`,
    restore: t`Put back on schedule`,
    cancel: t`Cancel request`,
    resend: t`Send again`,
    block: t`Block customer`,
    unblock: t`Unblock customer`,
    viewContent: t`View email`,
  }
  const view = queueActions(state).viewContent
  const items: ActionListItemDescriptor[] = [
    ...(view.allowed || view.reason !== 'nothingToView'
      ? [{ content: view.allowed ? labels.viewContent : t`Preview email`, onAction: preview }]
      : []),
    ...(readOnly
      ? []
      : queueRowMenu(state).flatMap((action) =>
          action === 'viewContent'
            ? []
            : [{ content: labels[action], onAction: () => act(action), destructive: action === 'block' }],
        )),
    ...(readOnly ? [] : pushItems),
  ]
  const order = item.orderName
  return (
    // Keep a click on the menu from selecting the row.
    <div role="presentation" className="c-row-menu" onClick={(event) => event.stopPropagation()}>
      <Popover
        active={open}
        onClose={() => setOpen(false)}
        preferredAlignment="right"
        activator={
          <Button
            icon={MenuHorizontalIcon}
            variant="tertiary"
            accessibilityLabel={t`Actions for order ${order}`}
            onClick={() => setOpen(!open)}
          />
        }
      >
        <ActionList items={items} onActionAnyItem={() => setOpen(false)} />
      </Popover>
    </div>
  )
}
