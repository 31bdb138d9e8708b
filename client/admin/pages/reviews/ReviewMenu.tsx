import { useLingui } from '@lingui/react/macro'
import { ActionList, Button, Popover, type ActionListItemDescriptor } from '@shopify/polaris'
import { MenuHorizontalIcon } from '@shopify/polaris-icons'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ReviewMenu_review$key } from '../../../__generated__/ReviewMenu_review.graphql.ts'
import { useGo } from '../../shell/mode.tsx'
import { sentenceOf } from '../../shell/sentences.ts'
import { useReadOnly } from '../../shell/viewer.tsx'
import type { Decision } from './useDecideReviews.ts'

interface Props {
  review: ReviewMenu_review$key
  decide: (decision: Decision) => void
}

/** What can be done with a review; what cannot says why (spec 4). */
export function ReviewMenu({ review: key, decide }: Props) {
  const { t, i18n } = useLingui()
  const go = useGo()
  const readOnly = useReadOnly()
  const [open, setOpen] = useState(false)
  const { id, actions } = useFragment(graphql`
    fragment ReviewMenu_review on Review {
      id
      status
      actions { action allowed code reason }
    }
  `, key)
  if (readOnly) return null
  const stateOf = (name: string) => actions.find(({ action }) => action === name)
  const item = (name: Decision, content: string): ActionListItemDescriptor[] => {
    const state = stateOf(name)
    return state?.allowed ? [{ content, onAction: () => decide(name), destructive: name === 'delete' }] : []
  }
  const reply = stateOf('reply')
  const replyWhyNot = reply && !reply.allowed && reply.code && reply.code !== 'replyExists' ? sentenceOf(i18n, { code: reply.code, message: reply.reason ?? null }) : null
  const items: ActionListItemDescriptor[] = [
    {
      content: reply?.code === 'replyExists' ? t`Edit the reply` : t`Reply`,
      onAction: () => go(`/reviews/reply/${encodeURIComponent(id)}`),
      ...(replyWhyNot ? { helpText: replyWhyNot } : {}),
    },
    ...item('publish', t`Publish`),
    ...item('unpublish', t`Unpublish`),
    ...item('restore', t`Restore`),
    ...item('trash', t`Move to trash`),
    ...item('delete', t`Delete permanently`),
  ]
  return (
    // A click on the menu must not pick the row.
    <div role="presentation" className="c-row-menu" onClick={(event) => event.stopPropagation()}>
      <Popover
        active={open}
        onClose={() => setOpen(false)}
        preferredAlignment="right"
        activator={<Button icon={MenuHorizontalIcon} variant="tertiary" accessibilityLabel={t`Actions for this review`} disclosure={false} onClick={() => setOpen(!open)} />}
      >
        <ActionList items={items} onActionAnyItem={() => setOpen(false)} />
      </Popover>
    </div>
  )
}
