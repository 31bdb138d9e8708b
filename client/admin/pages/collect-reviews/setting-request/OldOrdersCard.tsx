import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Banner, BlockStack, Button, FormLayout, InlineStack, ProgressBar, Select, Text } from '@shopify/polaris'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import { shiftDay, isoDay } from '../../../../../rules/dates.ts'
import { OLD_ORDER_RANGES } from '../../../../../rules/old-orders.ts'
import type {
  OldOrdersCard_shop$key,
  OldOrdersCard_shop$data,
} from '../../../../__generated__/OldOrdersCard_shop.graphql.ts'
import type { OldOrdersCardCancelMutation } from '../../../../__generated__/OldOrdersCardCancelMutation.graphql.ts'
import type { OldOrdersCardStartMutation } from '../../../../__generated__/OldOrdersCardStartMutation.graphql.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { useCommit } from '../../../shell/relay/useCommit.ts'
import { formatRefusal } from '../../../shell/words/sentences.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { SettingsSection } from '../../../ui/settings/SettingsPage.tsx'
import { useQueueWatch } from '../review-request/useQueueWatch.ts'

const fragment = graphql`
  fragment OldOrdersCard_shop on Shop {
    ianaTimezone
    now
    oldOrders { count left limit run { id status total done added skipped cancelled firstAt error } }
  }
`

type OldOrders = OldOrdersCard_shop$data['oldOrders']
type Run = NonNullable<OldOrders['run']>

/**
 * Asks customers of past orders for a review (spec 2, old-order card). Has a range, a delay and the newest run's
 * progress.
 */
export function OldOrdersCard({ shop: key }: { shop: OldOrdersCard_shop$key }) {
  const { t } = useLingui()
  const { ianaTimezone, now, oldOrders } = useFragment(fragment, key)
  const { count, left, limit, run } = oldOrders
  const planLimit = limit ?? 0
  useQueueWatch()
  return (
    <SettingsSection
      id="past-orders"
      title={t`Past orders`}
      description={t`Ask customers who bought from you before. These requests don’t count toward your monthly limit.`}
    >
      <BlockStack gap="400">
        {count === null || count === undefined ? (
          <Text as="p">{t`We can’t count your past orders right now. Try again later.`}</Text>
        ) : (
          <Text as="p">
            <Plural
              value={count}
              one="# order of the last 60 days has no request yet."
              other="# orders of the last 60 days have no request yet."
            />
          </Text>
        )}
        {left !== null && left !== undefined && (
          <Text as="p" tone="subdued">{t`Your plan includes ${planLimit} past-order requests. ${left} left.`}</Text>
        )}
        {run && <RunState run={run} />}
        {run?.status !== 'RUNNING' && (count ?? 0) > 0 && left !== 0 && (
          <StartForm today={isoDay(new Date(now), ianaTimezone)} />
        )}
      </BlockStack>
    </SettingsSection>
  )
}

/** Delays before the first request, in hours. */
const delays = [1, 6, 24, 72, 168] as const
/** Hours over which requests are spread. */
const spreads = [1, 6, 24, 72] as const

function StartForm({ today }: { today: string }) {
  const { t } = useLingui()
  const format = useFormat()
  const readOnly = useReadOnly()
  const { revalidate } = useRevalidator()
  const [range, setRange] = useState(String(OLD_ORDER_RANGES.at(-1)))
  const [delay, setDelay] = useState('1')
  const [spread, setSpread] = useState('24')
  const [start, busy] = useCommit<OldOrdersCardStartMutation>(graphql`
    mutation OldOrdersCardStartMutation($input: StartOldOrdersInput!) {
      startOldOrders(input: $input) {
        __typename
        ... on StartOldOrdersSuccess { data { shop { ...OldOrdersCard_shop } } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const unit = (value: number, name: 'hour' | 'day') =>
    format.number(value, { style: 'unit', unit: name, unitDisplay: 'long' })
  const inHours = (hours: number) => (hours < 24 ? unit(hours, 'hour') : unit(hours / 24, 'day'))
  const run = async () => {
    const days = Number(range)
    const from = days === OLD_ORDER_RANGES.at(-1) ? null : shiftDay(today, 1 - days)
    await start(
      { input: { from, sendAfterCustom: Number(delay), timeUnit: 'HOURS', spreadHours: Number(spread) } },
      { success: t`Scheduling requests for past orders` },
    )
    await revalidate()
  }
  return (
    <FormLayout>
      <FormLayout.Group condensed>
        <Select
          label={t`Orders of the last`}
          options={OLD_ORDER_RANGES.map((days) => ({ value: String(days), label: unit(days, 'day') }))}
          value={range}
          onChange={setRange}
          disabled={readOnly}
        />
        <Select
          label={t`Start after`}
          options={delays.map((hours) => ({ value: String(hours), label: inHours(hours) }))}
          value={delay}
          onChange={setDelay}
          disabled={readOnly}
        />
        <Select
          label={t`Spread over`}
          options={spreads.map((hours) => ({ value: String(hours), label: inHours(hours) }))}
          value={spread}
          onChange={setSpread}
          disabled={readOnly}
        />
      </FormLayout.Group>
      <p className="c-quiet">
        <Trans>
          Your sending rules apply. Orders that already have a request don’t get another one, and unsubscribed customers
          aren’t asked.
        </Trans>
      </p>
      {!readOnly && <Button loading={busy} onClick={() => void run()}>{t`Schedule requests`}</Button>}
    </FormLayout>
  )
}

function RunState({ run }: { run: Run }) {
  const { t, i18n } = useLingui()
  const readOnly = useReadOnly()
  const { revalidate } = useRevalidator()
  const [cancel, busy] = useCommit<OldOrdersCardCancelMutation>(graphql`
    mutation OldOrdersCardCancelMutation($input: CancelOldOrdersInput!) {
      cancelOldOrders(input: $input) {
        __typename
        ... on CancelOldOrdersSuccess { data { shop { ...OldOrdersCard_shop } } }
        ... on Refusal { code message params }
      }
    }
  `)
  const stop = async () => {
    await cancel({ input: { id: run.id } }, { success: t`Past-order requests canceled` })
    await revalidate()
  }
  const { added, skipped, cancelled, done, total } = run
  const button = !readOnly && run.status !== 'CANCELLED' && run.status !== 'FAILED' && added > 0 && (
    <Button loading={busy} onClick={() => void stop()}>{t`Cancel unsent requests`}</Button>
  )
  if (run.status === 'RUNNING') {
    return (
      <BlockStack gap="200">
        <Text as="p">{t`Scheduling requests: ${done} of ${total} orders checked`}</Text>
        <ProgressBar progress={total > 0 ? Math.min(100, (done / total) * 100) : 0} size="small" />
        <InlineStack>
          {!readOnly && <Button loading={busy} onClick={() => void stop()}>{t`Cancel`}</Button>}
        </InlineStack>
      </BlockStack>
    )
  }
  const reason = formatRefusal(i18n, { code: run.error ?? 'unexpected' })
  if (run.status === 'FAILED')
    return (
      <Banner tone="warning" title={t`We couldn’t schedule all requests`}>
        <p>{t`${added} were scheduled. ${reason}`}</p>
      </Banner>
    )
  const skips =
    skipped > 0 ? <Plural value={skipped} one="# order was skipped." other="# orders were skipped." /> : null
  return (
    <BlockStack gap="200">
      <Text as="p">
        {run.status === 'CANCELLED' ? (
          <Plural
            value={cancelled}
            one="The last run was canceled. # unsent request was canceled."
            other="The last run was canceled. # unsent requests were canceled."
          />
        ) : (
          <>
            <Plural value={added} one="# request scheduled." other="# requests scheduled." /> {skips}
          </>
        )}
      </Text>
      <InlineStack>{button}</InlineStack>
    </BlockStack>
  )
}
