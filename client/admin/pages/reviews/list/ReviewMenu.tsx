import { useLingui } from '@lingui/react/macro'
import { ActionList, Button, Popover, type ActionListItemDescriptor } from '@shopify/polaris'
import { MenuHorizontalIcon } from '@shopify/polaris-icons'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ReviewAct } from '../../../../../rules/review-status.ts'
import type { listActs_review$key } from '../../../../__generated__/listActs_review.graphql.ts'
import type { ReviewMenu_review$key } from '../../../../__generated__/ReviewMenu_review.graphql.ts'
import { useGo } from '../../../shell/frame/mode.tsx'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { canApply, actionLabel, reviewState, findRefusal, type ActionRow } from '../bulk/listActs.ts'

interface Props {
  review: ReviewMenu_review$key
  act: (act: ReviewAct) => void
}

/** Menu of a review's actions (spec 4). Omits an action if the status forbids it, otherwise gives the reason. */
export function ReviewMenu({ review: key, act }: Props) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const [open, setOpen] = useState(false)
  const { firstName, ...rest } = useFragment(
    graphql`
    fragment ReviewMenu_review on Review { firstName ...listActs_review }
  `,
    key,
  )
  if (readOnly) return null
  return (
    // Keep a click on the menu from selecting the row.
    <div role="presentation" className="c-row-menu" onClick={(event) => event.stopPropagation()}>
      <Popover
        active={open}
        onClose={() => setOpen(false)}
        preferredAlignment="right"
        autofocusTarget="first-node"
        activator={
          <Button
            icon={MenuHorizontalIcon}
            variant="tertiary"
            accessibilityLabel={firstName ? t`Actions for the review by ${firstName}` : t`Actions for this review`}
            onClick={() => setOpen(!open)}
          />
        }
      >
        <Items review={rest} act={act} close={() => setOpen(false)} />
      </Popover>
    </div>
  )
}

/** Rendered only while the menu is open: a page has up to a hundred menus. */
function Items({
  review,
  act,
  close,
}: {
  review: listActs_review$key
  act: (act: ReviewAct) => void
  close: () => void
}) {
  const row = useFragment(reviewState, review)
  const sections = useMenuSections(row, act)
  return (
    <ActionList
      actionRole="menuitem"
      sections={sections.filter((items) => items.length > 0).map((items) => ({ items }))}
      onActionAnyItem={close}
    />
  )
}

function useMenuSections(row: ActionRow, act: (act: ReviewAct) => void): ActionListItemDescriptor[][] {
  const { t, i18n } = useLingui()
  const go = useGo()
  const item = (name: ReviewAct, destructive = false): ActionListItemDescriptor[] =>
    canApply(name, row) ? [{ content: i18n._(actionLabel(name)), onAction: () => act(name), destructive }] : []
  /** Disables an action with its reason instead of omitting it. */
  const orWhyNot = (name: ReviewAct): ActionListItemDescriptor[] => {
    const refusal = findRefusal(i18n, name, row)
    return refusal ? [{ content: i18n._(actionLabel(name)), disabled: true, helpText: refusal.sentence }] : item(name)
  }
  const trashed = row.status === 'DELETED'
  const page = (path: string) => () => go(`${path}/${encodeURIComponent(row.id)}`)
  const reply = findRefusal(i18n, 'reply', row)
  const editItem = (): ActionListItemDescriptor[] => {
    const [edit, request] = [findRefusal(i18n, 'edit', row), findRefusal(i18n, 'requestEdit', row)]
    if (!edit) return [{ content: t`Edit review`, onAction: page('/reviews/edit') }]
    return request
      ? [{ content: t`Edit review`, disabled: true, helpText: request.sentence }]
      : [{ content: t`Request an edit`, onAction: page('/reviews/edit') }]
  }
  return [
    [
      // The review's page explains what a higher plan allows.
      {
        content: reply?.code === 'replyExists' ? t`Edit reply` : t`Reply`,
        onAction: page('/reviews/reply'),
        ...(reply && reply.code !== 'replyExists' && !trashed ? { helpText: reply.sentence } : {}),
      },
      ...item('deleteReply', true),
      ...item('assign'),
    ],
    [...item('publish'), ...item('unpublish'), ...item('restore'), ...item('trash'), ...item('delete', true)],
    trashed ? [] : [...editItem(), ...item('revert')],
    trashed
      ? []
      : [
          ...item('pin'),
          ...item('unpin'),
          ...item('feature'),
          ...item('unfeature'),
          ...(row.verified ? orWhyNot('unverify') : orWhyNot('verify')),
          ...(row.testimonial ? item('removeTestimonial') : orWhyNot('addTestimonial')),
        ],
  ]
}
