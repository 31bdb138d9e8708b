import { useLingui } from '@lingui/react/macro'
import { ActionList, Button, InlineStack, Popover, type ActionListItemDescriptor } from '@shopify/polaris'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import { REFUSING_ACTS, type RefusingAct } from '../../../../../rules/refusal.ts'
import type { ReviewAction } from '../../../../../rules/review-status.ts'
import type { ReviewActions_review$key } from '../../../../__generated__/ReviewActions_review.graphql.ts'
import { useGo } from '../../../shell/frame/mode.tsx'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { AssignDialog } from '../assign/AssignDialog.tsx'
import { DeleteReviewsDialog } from './DeleteReviewsDialog.tsx'
import { actionLabels, type ReviewPageAct } from './reviewPageActs.ts'
import { RefusalDialog, type GivenRefusal } from './RefusalDialog.tsx'
import { RevertDialog } from './RevertDialog.tsx'
import { useActionStates } from './useActionStates.ts'
import { useReviewAct } from './useReviewAct.ts'

/** Shows the main actions as buttons and the others in a menu, which says why an action is impossible. */
export function ReviewActions({ review: key }: { review: ReviewActions_review$key }) {
  const { t, i18n } = useLingui()
  const go = useGo()
  const readOnly = useReadOnly()
  const review = useFragment(
    graphql`
    fragment ReviewActions_review on Review {
      id version status pinned featured verified testimonial edited needsReason
      assignee { accountId }
      ...useActionStates_review
    }
  `,
    key,
  )
  const stateOf = useActionStates(review)
  const { act, busy } = useReviewAct(review)
  const [open, setOpen] = useState(false)
  const [asking, setAsking] = useState<'delete' | 'revert' | 'assign' | null>(null)
  const refusal = useRefusal(review.id, act)
  if (readOnly) return null
  const run = (name: ReviewPageAct) => {
    if (review.needsReason && refusal.ask(name)) return
    if (name === 'REVERT') setAsking('revert')
    else if (name === 'DELETE') setAsking('delete')
    else if (name === 'ASSIGN') setAsking('assign')
    else void act(name)
  }
  const item = (action: ReviewAction, name: ReviewPageAct): ActionListItemDescriptor => {
    const { allowed, reason } = stateOf(action)
    return {
      content: i18n._(actionLabels[name]),
      disabled: !allowed,
      onAction: () => run(name),
      ...(reason ? { helpText: reason } : {}),
      destructive: allowed && name === 'DELETE',
    }
  }
  const remove = async () => {
    const gone = await act('DELETE')
    setAsking(null)
    if (gone) go('/reviews/list')
  }
  const [edit, request] = [stateOf('edit'), stateOf('requestEdit')]
  const editItem: ActionListItemDescriptor = {
    content: edit.allowed || !request.allowed ? t`Edit review` : t`Request an edit`,
    disabled: !edit.allowed && !request.allowed,
    onAction: () => go(`/reviews/edit/${encodeURIComponent(review.id)}`),
    ...(!edit.allowed && request.reason ? { helpText: request.reason } : {}),
  }
  const inTrash = review.status === 'DELETED'
  return (
    <InlineStack gap="200" blockAlign="center">
      <MainButtons stateOf={stateOf} busy={busy} run={run} />
      {inTrash ? (
        <Button tone="critical" variant="tertiary" disabled={busy} onClick={() => run('DELETE')}>
          {i18n._(actionLabels.DELETE)}
        </Button>
      ) : (
        <Popover
          active={open}
          onClose={() => setOpen(false)}
          activator={<Button disclosure variant="tertiary" onClick={() => setOpen(!open)}>{t`More`}</Button>}
        >
          <ActionList
            onActionAnyItem={() => setOpen(false)}
            sections={[
              {
                items: [
                  item('pin', review.pinned ? 'UNPIN' : 'PIN'),
                  item('feature', review.featured ? 'UNFEATURE' : 'FEATURE'),
                  item('verify', review.verified ? 'UNVERIFY' : 'VERIFY'),
                  item('testimonial', review.testimonial ? 'REMOVE_TESTIMONIAL' : 'ADD_TESTIMONIAL'),
                ],
              },
              {
                items: [item('assign', 'ASSIGN'), editItem, ...(review.edited ? [item('revert', 'REVERT')] : [])],
              },
              {
                items: [
                  ...(stateOf('trash').allowed ? [] : [item('trash', 'TRASH')]),
                  ...(stateOf('delete').allowed ? [item('delete', 'DELETE')] : []),
                ],
              },
            ].filter(({ items }) => items.length > 0)}
          />
        </Popover>
      )}
      <DeleteReviewsDialog
        ids={asking === 'delete' ? [review.id] : []}
        onClose={() => setAsking(null)}
        onDelete={remove}
      />
      {refusal.dialog}
      {asking === 'assign' && (
        <AssignDialog
          count={1}
          assigneeId={review.assignee?.accountId ?? null}
          onClose={() => setAsking(null)}
          run={(assigneeId) => act('ASSIGN', { assigneeId })}
        />
      )}
      <RevertDialog
        open={asking === 'revert'}
        busy={busy}
        onClose={() => setAsking(null)}
        revert={() => act('REVERT').then(() => setAsking(null))}
      />
    </InlineStack>
  )
}

interface MainProps {
  stateOf: ReturnType<typeof useActionStates>
  busy: boolean
  run: (name: ReviewPageAct) => void
}

function MainButtons({ stateOf, busy, run }: MainProps) {
  const { i18n } = useLingui()
  const buttons = (
    [
      ['publish', 'PUBLISH'],
      ['restore', 'RESTORE'],
      ['unpublish', 'UNPUBLISH'],
      ['trash', 'TRASH'],
    ] as const
  ).filter(([action]) => stateOf(action).allowed)
  return buttons.map(([action, name], place) => (
    <Button
      key={action}
      variant={place === 0 && (name === 'PUBLISH' || name === 'RESTORE') ? 'primary' : 'secondary'}
      disabled={busy}
      onClick={() => run(name)}
    >
      {i18n._(actionLabels[name])}
    </Button>
  ))
}

const toWireAct = (act: RefusingAct) => act.toUpperCase() as Uppercase<RefusingAct>

/** Asks for the reason before a refusing action; leaves the page of a deleted review. */
function useRefusal(id: string, act: (act: ReviewPageAct, refusal?: GivenRefusal) => Promise<boolean>) {
  const go = useGo()
  const [refusing, setRefusing] = useState<RefusingAct | null>(null)
  const run = async (name: RefusingAct, given: GivenRefusal) => {
    const done = await act(toWireAct(name), given)
    if (done && name === 'delete') go('/reviews/list')
    return done
  }
  return {
    /** Returns whether the action needs a reason. */
    ask: (name: ReviewPageAct): boolean => {
      const found = REFUSING_ACTS.find((each) => toWireAct(each) === name)
      if (found) setRefusing(found)
      return found !== undefined
    },
    dialog: refusing && (
      <RefusalDialog
        key={id}
        act={refusing}
        count={1}
        onClose={() => setRefusing(null)}
        run={(given) => run(refusing, given)}
      />
    ),
  }
}
