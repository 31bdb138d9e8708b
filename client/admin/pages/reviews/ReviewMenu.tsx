import { useLingui } from '@lingui/react/macro'
import { ActionList, Button, Popover, type ActionListItemDescriptor } from '@shopify/polaris'
import { MenuHorizontalIcon } from '@shopify/polaris-icons'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ReviewAct } from '../../../../rules/review-status.ts'
import type { listActs_review$key } from '../../../__generated__/listActs_review.graphql.ts'
import type { ReviewMenu_review$key } from '../../../__generated__/ReviewMenu_review.graphql.ts'
import { useRouteExists } from '../../shell/existing.ts'
import { useGo } from '../../shell/mode.tsx'
import { useReadOnly } from '../../shell/viewer.tsx'
import { canDo, labelOf, reviewState, whyNot, type ActRow } from './listActs.ts'

interface Props {
  review: ReviewMenu_review$key
  act: (act: ReviewAct) => void
}

/** What can be done with a review; what cannot is absent where the status says why, and else tells the reason (spec 4). */
export function ReviewMenu({ review: key, act }: Props) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const [open, setOpen] = useState(false)
  const { firstName, ...rest } = useFragment(graphql`
    fragment ReviewMenu_review on Review { firstName ...listActs_review }
  `, key)
  if (readOnly) return null
  return (
    // A click on the menu must not pick the row.
    <div role="presentation" className="c-row-menu" onClick={(event) => event.stopPropagation()}>
      <Popover
        active={open}
        onClose={() => setOpen(false)}
        preferredAlignment="right"
        autofocusTarget="first-node"
        activator={<Button icon={MenuHorizontalIcon} variant="tertiary" accessibilityLabel={firstName ? t`Actions for the review by ${firstName}` : t`Actions for this review`} onClick={() => setOpen(!open)} />}
      >
        <Items review={rest} act={act} close={() => setOpen(false)} />
      </Popover>
    </div>
  )
}

/** Made only once the menu is open: a page has up to a hundred of them. */
function Items({ review, act, close }: { review: listActs_review$key, act: (act: ReviewAct) => void, close: () => void }) {
  const row = useFragment(reviewState, review)
  const sections = useMenuSections(row, act)
  return <ActionList actionRole="menuitem" sections={sections.filter((items) => items.length > 0).map((items) => ({ items }))} onActionAnyItem={close} />
}

function useMenuSections(row: ActRow, act: (act: ReviewAct) => void): ActionListItemDescriptor[][] {
  const { t, i18n } = useLingui()
  const go = useGo()
  const canEdit = useRouteExists('/reviews/edit/:id')
  const item = (name: ReviewAct, destructive = false): ActionListItemDescriptor[] =>
    canDo(name, row) ? [{ content: i18n._(labelOf(name)), onAction: () => act(name), destructive }] : []
  /** Tells the reason in place of leaving it out, but for reasons that the row's own words tell already. */
  const orWhyNot = (name: ReviewAct, plain: readonly string[] = []): ActionListItemDescriptor[] => {
    const refusal = whyNot(i18n, name, row)
    if (!refusal) return item(name)
    return plain.includes(refusal.code) ? [] : [{ content: i18n._(labelOf(name)), disabled: true, helpText: refusal.sentence }]
  }
  const trashed = row.status === 'DELETED'
  const page = (path: string) => () => go(`${path}/${encodeURIComponent(row.id)}`)
  const reply = whyNot(i18n, 'reply', row)
  const edit = whyNot(i18n, 'edit', row)
  const editItem: ActionListItemDescriptor[] = canEdit && !edit ? [{ content: t`Edit the review`, onAction: page('/reviews/edit') }] : []
  return [
    [
      // The page shows the whole review, and says there what a higher plan opens.
      { content: reply?.code === 'replyExists' ? t`Edit the reply` : t`Reply`, onAction: page('/reviews/reply'), ...(reply && reply.code !== 'replyExists' && !trashed ? { helpText: reply.sentence } : {}) },
      ...item('deleteReply', true),
    ],
    [...item('publish'), ...item('unpublish'), ...item('restore'), ...item('trash'), ...item('delete', true)],
    trashed
      ? []
      : [
          ...editItem,
          ...(editItem.length > 0 ? [] : orWhyNot('requestEdit', ['editRequestNotNeeded'])),
          ...item('revert'),
        ],
    trashed
      ? []
      : [
          ...item('pin'), ...item('unpin'), ...item('feature'), ...item('unfeature'),
          ...(row.verified ? orWhyNot('unverify') : orWhyNot('verify')),
          ...(row.testimonial ? item('removeTestimonial') : orWhyNot('addTestimonial')),
        ],
  ]
}
