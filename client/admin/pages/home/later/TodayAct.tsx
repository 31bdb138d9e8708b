import { useLingui } from '@lingui/react/macro'
import { Button } from '@shopify/polaris'
import { useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import { failedEmailPeriod, type AttentionKind } from '../../../../../rules/attention.ts'
import type { TodayActMutation } from '../../../../__generated__/TodayActMutation.graphql.ts'
import type { TodayActQuery } from '../../../../__generated__/TodayActQuery.graphql.ts'
import { useReadOnly, useViewer } from '../../../shell/frame/viewer.tsx'
import { useCommit } from '../../../shell/relay/useCommit.ts'
import { useToast } from '../../../shell/toasts.tsx'
import { periodOf } from '../../../ui/lists/periods.ts'
import { useApplyRequestAction } from '../../collect-reviews/review-request/useApplyRequestAction.ts'
import { useBulk } from '../../reviews/bulk/useBulk.ts'

/** Does in place what one tap can do: publish, send again, check the sender. Other kinds need a look first. */
export function TodayAct({ kind }: { kind: AttentionKind }) {
  const readOnly = useReadOnly()
  const Act = acts[kind]
  return Act && !readOnly ? <Act /> : null
}

const acts: Partial<Record<AttentionKind, () => React.JSX.Element>> = {
  pending: PublishPending,
  failedEmails: SendAgain,
  unverifiedSender: CheckSender,
}

interface ActButtonProps {
  label: string
  run: () => Promise<unknown>
}

function ActButton({ label, run }: ActButtonProps) {
  const [busy, setBusy] = useState(false)
  const act = async () => {
    setBusy(true)
    await run()
    setBusy(false)
  }
  return (
    <Button variant="primary" loading={busy} onClick={() => void act()}>
      {label}
    </Button>
  )
}

function PublishPending() {
  const { t } = useLingui()
  const { allWithToast } = useBulk()
  return <ActButton label={t`Publish all`} run={() => allWithToast('publish', { status: ['PENDING'] })} />
}

function SendAgain() {
  const { t } = useLingui()
  const environment = useRelayEnvironment()
  const { ianaTimezone } = useViewer().shop
  const apply = useApplyRequestAction([])
  const run = async () => {
    const period = periodOf([failedEmailPeriod], new Date(), ianaTimezone)
    const found = await fetchQuery<TodayActQuery>(
      environment,
      graphql`
        query TodayActQuery($filter: QueueFilter!) {
          viewer { shop { id emailQueue(first: 100, filter: $filter) { edges { node { id } } } } }
        }
      `,
      { filter: { status: ['FAILED'], scheduledFrom: period?.from ?? null, scheduledTo: period?.to ?? null } },
    ).toPromise()
    const ids = found?.viewer.shop?.emailQueue.edges.map(({ node }) => node.id) ?? []
    if (ids.length > 0) await apply('resend', ids)
  }
  return <ActButton label={t`Send again`} run={run} />
}

function CheckSender() {
  const { t } = useLingui()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [check] = useCommit<TodayActMutation>(graphql`
    mutation TodayActMutation($input: ActOnSenderInput!) {
      actOnSender(input: $input) {
        __typename
        ... on ActOnSenderSuccess { data { id state } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const run = async () => {
    const outcome = await check({ input: { act: 'CHECK' } }, { fieldless: true })
    if (!outcome.ok) return
    const { actOnSender: result } = outcome.data
    const isVerified = result.__typename === 'ActOnSenderSuccess' && result.data?.state === 'VERIFIED'
    toast(isVerified ? t`Your domain is verified` : t`We didn’t find all records yet. We check every hour.`)
    await revalidate()
  }
  return <ActButton label={t`Check again`} run={run} />
}
