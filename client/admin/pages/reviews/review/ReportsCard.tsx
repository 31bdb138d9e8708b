import { msg, plural } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { BlockStack, Button, ButtonGroup, Card, Link, Text } from '@shopify/polaris'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type {
  ReportReason,
  ReportsCard_review$data,
  ReportsCard_review$key,
} from '../../../../__generated__/ReportsCard_review.graphql.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { RefusalDialog } from './RefusalDialog.tsx'
import { useReports } from './useReports.ts'

const reasons: Readonly<Record<Exclude<ReportReason, '%future added value'>, MessageDescriptor>> = {
  SPAM: msg`Advertising or spam`,
  OFFENSIVE: msg`Offensive or hateful`,
  PERSONAL: msg`Shows private information`,
  WRONG_PRODUCT: msg`Not about this product`,
  FAKE: msg`Looks fake`,
  OTHER: msg`Something else`,
}

const decisions = { KEPT: msg`Review kept`, HIDDEN: msg`Review hidden`, DISMISSED: msg`Report dismissed` } as const

/** Lists shoppers' reports about a review, and the merchant's decisions. Empty without reports. */
export function ReportsCard({ review: key }: { review: ReportsCard_review$key }) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const review = useFragment(
    graphql`
    fragment ReportsCard_review on Review {
      id version status openReports needsReason
      reports { id reason text email createdAt decision }
    }
  `,
    key,
  )
  const { keep, hide, dismiss, busy } = useReports(review)
  const [refusing, setRefusing] = useState(false)
  if (review.reports.length === 0) return null
  const open = review.openReports
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">{t`Reports from shoppers`}</Text>
          <p className="c-quiet">
            {open > 0
              ? t`${plural(open, { one: '# report waits for your decision.', other: '# reports wait for your decision.' })}`
              : t`You’ve resolved all reports.`}
          </p>
        </BlockStack>
        <ul className="c-reports">
          {review.reports.map((report) => (
            <Report
              key={report.id}
              report={report}
              dismiss={readOnly || open < 2 ? null : () => dismiss(report.id)}
              busy={busy}
            />
          ))}
        </ul>
        {open > 0 && !readOnly && (
          <ButtonGroup>
            <Button disabled={busy} onClick={keep}>{t`Keep review`}</Button>
            {review.status === 'PUBLISHED' && (
              <Button
                disabled={busy}
                tone="critical"
                onClick={() => (review.needsReason ? setRefusing(true) : void hide())}
              >
                {t`Hide review`}
              </Button>
            )}
          </ButtonGroup>
        )}
      </BlockStack>
      {refusing && <RefusalDialog act="unpublish" count={1} onClose={() => setRefusing(false)} run={hide} />}
    </Card>
  )
}

interface ReportProps {
  report: ReportsCard_review$data['reports'][number]
  /** Null if it can't be dismissed alone. */
  dismiss: (() => void) | null
  busy: boolean
}

function Report({ report: { reason, text, email, createdAt, decision }, dismiss, busy }: ReportProps) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const label = (reasons as Readonly<Record<string, MessageDescriptor>>)[reason]
  const decided = decision && (decisions as Readonly<Record<string, MessageDescriptor>>)[decision]
  return (
    <li>
      <p>
        <strong>{label && i18n._(label)}</strong>{' '}
        <span className="c-quiet">
          {format.date(createdAt, { dateStyle: 'medium' })}
          {decided && ` · ${i18n._(decided)}`}
        </span>
      </p>
      {text && (
        <p data-user-content dir="auto">
          {text}
        </p>
      )}
      {email && (
        <p data-user-content>
          <Link url={`mailto:${email}`} removeUnderline>
            {email}
          </Link>
        </p>
      )}
      {!decision && dismiss && <Button variant="plain" disabled={busy} onClick={dismiss}>{t`Dismiss report`}</Button>}
    </li>
  )
}
