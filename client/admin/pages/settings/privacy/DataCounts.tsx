import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useFormat } from '../../../shell/words/useFormat.ts'

const dataKinds: Readonly<Record<string, MessageDescriptor>> = {
  reviews: msg`Reviews`,
  pictures: msg`Photos and videos`,
  translations: msg`Translations`,
  changesOfReviews: msg`Changes to reviews`,
  votesOnReviews: msg`Votes on reviews`,
  reports: msg`Reports`,
  reasonsToLook: msg`Moderation reasons`,
  statements: msg`Statements of reasons`,
  orders: msg`Orders`,
  requests: msg`Review requests`,
  reviewRequests: msg`Review requests`,
  discounts: msg`Discount codes`,
  customers: msg`Customer profiles`,
  preferences: msg`Email preferences`,
  emailPreferences: msg`Email preferences`,
  stoppedEmails: msg`Unsubscribed addresses`,
  pushSubscriptions: msg`Push subscriptions`,
  surveyAnswers: msg`Survey answers`,
  exports: msg`Export files`,
  imports: msg`Import files`,
  rowsOfImportsNotImported: msg`Rows of imports`,
  traces: msg`Other records`,
}

/** Shows how many records of each kind there are. */
export function DataCounts({ counts }: { counts: readonly { kind: string; count: number }[] }) {
  const { i18n } = useLingui()
  const format = useFormat()
  return (
    <dl className="c-data-counts">
      {counts.map(({ kind, count }) => {
        const label = dataKinds[kind]
        return (
          label && (
            <div key={kind}>
              <dt>{i18n._(label)}</dt>
              <dd>{format.number(count)}</dd>
            </div>
          )
        )
      })}
    </dl>
  )
}
