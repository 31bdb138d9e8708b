import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Text, TextField } from '@shopify/polaris'
import { useEffect, useId } from 'react'
import { seasonalMonths } from '../../../../rules/coupons.ts'
import type { Interval } from '../../../../rules/subscription.ts'
import type { Coupon } from './useCoupon.ts'

/** Takes a coupon and answers at once; the plans then show their reduced prices. */
export function CouponField({ coupon, interval }: { coupon: Coupon; interval: Interval }) {
  const { t } = useLingui()
  const { text, error, percent, busy, change, apply, failures } = coupon
  const id = useId()
  useEffect(() => {
    if (failures === 0) return
    const field = document.getElementById(id)
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  }, [failures, id])
  return (
    <form
      className="c-coupon"
      onSubmit={(event) => {
        event.preventDefault()
        void apply()
      }}
    >
      <TextField
        id={id}
        label={t`Coupon`}
        value={text}
        onChange={change}
        error={error}
        maxLength={40}
        autoComplete="off"
        connectedRight={<Button submit loading={busy} size="large">{t`Apply`}</Button>}
      />
      <div role="status">
        {percent > 0 && (
          <Text as="p" tone="success" variant="bodySm">
            {interval === 'annual' ? (
              <Trans>{percent}% off your first year</Trans>
            ) : (
              <Trans>
                {percent}% off your first {seasonalMonths} months
              </Trans>
            )}
          </Text>
        )}
      </div>
    </form>
  )
}
