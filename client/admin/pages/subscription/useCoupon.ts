import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import type { useCouponQuery } from '../../../__generated__/useCouponQuery.graphql.ts'
import { failureSentence } from '../../shell/relay/useCommit.ts'
import { formatSentence } from '../../shell/words/sentences.ts'

const couponQuery = graphql`
  query useCouponQuery($code: String!) { viewer { shop { id subscription { couponPercent(code: $code) } } } }
`

/** A coupon's field: its text, and what the server says about it before a plan is chosen. */
export interface Coupon {
  text: string
  error: string
  /** Percent off of an applied coupon; 0: none. */
  percent: number
  busy: boolean
  change: (text: string) => void
  apply: () => Promise<void>
  /** Counts the orders that were refused for the coupon: each leads to its field. */
  failures: number
  fail: (error: string) => void
}

/** Holds the coupon's field and asks the server about it. */
export function useCoupon(): Coupon {
  const { i18n } = useLingui()
  const environment = useRelayEnvironment()
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState({ percent: 0, error: '' })
  const [busy, setBusy] = useState(false)
  const [failures, setFailures] = useState(0)
  const apply = async () => {
    if (!text.trim()) return
    setBusy(true)
    const percent = await fetchQuery<useCouponQuery>(environment, couponQuery, { code: text })
      .toPromise()
      .then((data) => data?.viewer.shop?.subscription.couponPercent ?? 0)
      .catch((error: unknown) => {
        setAnswer({ percent: 0, error: failureSentence(i18n, error) })
        return null
      })
    if (percent !== null) setAnswer({ percent, error: percent ? '' : formatSentence(i18n, 'invalidCoupon') })
    setBusy(false)
  }
  return {
    text,
    ...answer,
    busy,
    change: (changed) => {
      setText(changed)
      setAnswer({ percent: 0, error: '' })
    },
    apply,
    failures,
    fail: (error) => {
      setAnswer({ percent: 0, error })
      setFailures((count) => count + 1)
    },
  }
}
