import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useRevalidator } from 'react-router'
import type { RecordSourceProxy } from 'relay-runtime'
import type { actOnRequestsBlockMutation } from '../../../../__generated__/actOnRequestsBlockMutation.graphql.ts'
import type { actOnRequestsCancelMutation } from '../../../../__generated__/actOnRequestsCancelMutation.graphql.ts'
import type { actOnRequestsPushMutation } from '../../../../__generated__/actOnRequestsPushMutation.graphql.ts'
import type { actOnRequestsRestoreMutation } from '../../../../__generated__/actOnRequestsRestoreMutation.graphql.ts'
import type { actOnRequestsResendMutation } from '../../../../__generated__/actOnRequestsResendMutation.graphql.ts'
import type { actOnRequestsSendAnywayMutation } from '../../../../__generated__/actOnRequestsSendAnywayMutation.graphql.ts'
import type { actOnRequestsUnblockMutation } from '../../../../__generated__/actOnRequestsUnblockMutation.graphql.ts'
import { useToast } from '../../../shell/toasts.tsx'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useCommit, type Outcome } from '../../../shell/relay/useCommit.ts'
import {
  blockDocument,
  cancelDocument,
  pushDocument,
  resendDocument,
  restoreDocument,
  sendAnywayDocument,
  unblockDocument,
} from './actOnRequests.ts'

export type RequestAction = 'cancel' | 'restore' | 'sendAnyway' | 'resend' | 'block' | 'unblock' | 'push'

/** The action that reverses each action. An email that was sent can't be recalled. */
const opposites: Partial<Record<RequestAction, RequestAction>> = {
  cancel: 'restore',
  block: 'unblock',
  unblock: 'block',
}

/** Applies an action to requests, shows the result, and reloads the list and its counts. */
export function useApplyRequestAction(
  listed: readonly string[],
): (act: RequestAction, ids: readonly string[]) => Promise<void> {
  const { t } = useLingui()
  const toast = useToast()
  const commits = useCommits(listed)
  const say = useOutcomeWords()
  const failure = useFailureWords()
  const { revalidate } = useRevalidator()
  const run = async (act: RequestAction, ids: readonly string[], offerUndo = true): Promise<void> => {
    const outcome = await commits[act](ids)
    if (!outcome.ok) {
      toast(failure(act, ids.length, outcome.message), { isError: true })
      return
    }
    const { changed, skipped } = readChange(outcome.data)
    const back = offerUndo && changed.length > 0 ? opposites[act] : undefined
    toast(
      say(act, changed.length, skipped.length),
      back ? { action: { label: t`Undo`, run: () => void run(back, changed, false) } } : {},
    )
    await revalidate()
  }
  return run
}

function useCommits(
  listed: readonly string[],
): Record<RequestAction, (ids: readonly string[]) => Promise<Outcome<unknown>>> {
  const [cancel] = useCommit<actOnRequestsCancelMutation>(cancelDocument)
  const [restore] = useCommit<actOnRequestsRestoreMutation>(restoreDocument)
  const [sendAnyway] = useCommit<actOnRequestsSendAnywayMutation>(sendAnywayDocument)
  const [resend] = useCommit<actOnRequestsResendMutation>(resendDocument)
  const [push] = useCommit<actOnRequestsPushMutation>(pushDocument)
  const [block] = useCommit<actOnRequestsBlockMutation>(blockDocument)
  const [unblock] = useCommit<actOnRequestsUnblockMutation>(unblockDocument)
  return {
    cancel: (ids) => cancel({ input: { ids } }, { quiet: true }),
    restore: (ids) => restore({ input: { ids } }, { quiet: true }),
    sendAnyway: (ids) => sendAnyway({ input: { ids } }, { quiet: true }),
    resend: (ids) => resend({ input: { ids } }, { quiet: true }),
    push: ([id = '']) => push({ input: { id } }, { quiet: true }),
    block: (ids) => block({ input: { ids } }, markBlocked(listed, ids, true)),
    unblock: (ids) => unblock({ input: { ids } }, markBlocked(listed, ids, false)),
  }
}

/**
 * Marks all listed requests of the same customers at once. A block covers a customer, but the server returns only the
 * named requests.
 */
function markBlocked(listed: readonly string[], ids: readonly string[], blocked: boolean) {
  const emailOf = (store: RecordSourceProxy, id: string) =>
    String(store.get(id)?.getValue('customerEmail') ?? '').toLowerCase()
  const mark = (store: RecordSourceProxy) => {
    const emails = new Set(ids.map((id) => emailOf(store, id)))
    for (const id of listed) if (emails.has(emailOf(store, id))) store.get(id)?.setValue(blocked, 'isBlockCustomer')
  }
  return { optimisticUpdater: mark, updater: mark, quiet: true }
}

/**
 * Returns the error text in the specification's words, with its reason (spec 8). For one canceled, resent or pushed
 * request: the reason only.
 */
function useFailureWords(): (act: RequestAction, requests: number, reason: string) => string {
  const { i18n } = useLingui()
  const failures = {
    cancel: 'failToSkip',
    restore: 'failToSkip',
    sendAnyway: 'failToSend',
    resend: 'failToSend',
    block: 'failToBlock',
    unblock: 'failToUnblock',
    push: 'failToPush',
  } as const
  return (act, requests, reason) =>
    requests === 1 && reason !== '' && (act === 'cancel' || act === 'resend' || act === 'push')
      ? reason
      : `${formatSentence(i18n, failures[act])}. ${reason}`
}

function readChange(data: unknown): { changed: readonly string[]; skipped: readonly string[] } {
  const [result] = Object.values(
    data as Record<string, { data?: { changedIds: readonly string[]; skippedIds: readonly string[] } }>,
  )
  return { changed: result?.data?.changedIds ?? [], skipped: result?.data?.skippedIds ?? [] }
}

function useOutcomeWords(): (act: RequestAction, changed: number, skipped: number) => string {
  const { t, i18n } = useLingui()
  return (act, changed, skipped) => {
    const done = {
      cancel: t`${plural(changed, { one: 'Request canceled', other: '# requests canceled' })}`,
      restore: t`${plural(changed, { one: 'Request put back on schedule', other: '# requests put back on schedule' })}`,
      sendAnyway: t`${plural(changed, { one: 'Sending now', other: 'Sending # emails now' })}`,
      resend: t`${plural(changed, { one: 'Sending now', other: 'Sending # emails now' })}`,
      push: formatSentence(i18n, 'pushSuccessfully'),
      block: t`${plural(changed, { one: 'Customer blocked from requests', other: '# customers blocked from requests' })}`,
      unblock: t`${plural(changed, { one: 'Customer unblocked', other: '# customers unblocked' })}`,
    }[act]
    return skipped === 0 ? done : t`${done}. ${plural(skipped, { one: '# not changed', other: '# not changed' })}.`
  }
}
