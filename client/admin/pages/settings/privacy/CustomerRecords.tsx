import type { MessageDescriptor } from '@lingui/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '@shopify/polaris'
import type { ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import { SUPPRESSION_REASONS } from '../../../../../rules/suppressions.ts'
import { DISCOUNT_STATES } from '../../../../../rules/settings/discount.ts'
import type { CustomerRecords_found$key } from '../../../../__generated__/CustomerRecords_found.graphql.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { discountStateWords, useWorth } from '../../../ui/discountWords.ts'
import { ReviewStatusBadge } from '../../../ui/ReviewStatusBadge.tsx'
import { Stars } from '../../../ui/Stars.tsx'
import { suppressionWords } from '../../../ui/suppressionWords.ts'
import { RequestBadge } from '../../../ui/requests/RequestBadge.tsx'

/** Lists a customer's newest reviews, requests and codes, and what emails they may get. */
export function CustomerRecords({ found: key }: { found: CustomerRecords_found$key }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const worth = useWorth()
  const { reviews, requests, discounts, ...choices } = useFragment(
    graphql`
      fragment CustomerRecords_found on CustomerData {
        reviews { id rate title content status createdAt }
        requests { id orderName subject createdAt ...RequestBadge_item }
        discounts { id code type value currency appliesTo state createdAt }
        suppressions { id reason }
        emailsPausedUntil
        emailsEveryDays
      }
    `,
    key,
  )
  return (
    <>
      <Records title={t`Reviews`} count={reviews.length}>
        {reviews.map(({ id, rate, title, content, status, createdAt }) => (
          <Record key={id} date={format.date(createdAt)} badge={<ReviewStatusBadge status={status} />}>
            <Stars rate={rate} /> <span data-user-content>{title || content}</span>
          </Record>
        ))}
      </Records>
      <Records title={t`Review requests`} count={requests.length}>
        {requests.map((item) => (
          <Record key={item.id} date={format.date(item.createdAt)} badge={<RequestBadge item={item} />}>
            <strong>{item.orderName}</strong> <span data-user-content>{item.subject}</span>
          </Record>
        ))}
      </Records>
      <Records title={t`Discount codes`} count={discounts.length}>
        {discounts.map((code) => (
          <Record key={code.id} date={format.date(code.createdAt)} badge={<StateBadge state={code.state} />}>
            <strong>{code.code}</strong> {worth(code)}
          </Record>
        ))}
      </Records>
      <section>
        <h4>{t`Email preferences`}</h4>
        <EmailChoices {...choices} label={(word) => i18n._(word)} />
      </section>
    </>
  )
}

function StateBadge({ state }: { state: string }) {
  const { i18n } = useLingui()
  const known = DISCOUNT_STATES.find((each) => each === state.toLowerCase())
  return known ? <Badge>{i18n._(discountStateWords[known])}</Badge> : null
}

interface Choices {
  suppressions: readonly { id: string; reason: string }[]
  emailsPausedUntil: string | null | undefined
  emailsEveryDays: number | null | undefined
  label: (word: MessageDescriptor) => string
}

function EmailChoices({ suppressions, emailsPausedUntil, emailsEveryDays, label }: Choices) {
  const format = useFormat()
  const until = emailsPausedUntil && format.date(emailsPausedUntil)
  if (suppressions.length > 0)
    return (
      <p className="c-customer-choices">
        <Trans>No review requests</Trans>
        {suppressions.map(({ id, reason }) => {
          const known = SUPPRESSION_REASONS.find((each) => each === reason.toLowerCase())
          return known && <Badge key={id}>{label(suppressionWords[known])}</Badge>
        })}
      </p>
    )
  if (until)
    return (
      <p>
        <Trans>The customer wants no emails until {until}.</Trans>
      </p>
    )
  if (emailsEveryDays)
    return (
      <p>
        <Plural
          value={emailsEveryDays}
          one="The customer wants at most one email a day."
          other="The customer wants at most one email in # days."
        />
      </p>
    )
  return (
    <p>
      <Trans>May get review requests.</Trans>
    </p>
  )
}

/** A list with a heading; nothing when it is empty. */
function Records({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null
  return (
    <section>
      <h4>{title}</h4>
      <ul className="c-customer-rows">{children}</ul>
    </section>
  )
}

function Record({ date, badge, children }: { date: string; badge: ReactNode; children: ReactNode }) {
  return (
    <li>
      <p>{children}</p>
      <span className="c-quiet">{date}</span>
      {badge}
    </li>
  )
}
