import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { InlineError } from '@shopify/polaris'
import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import { applyBrand } from '../../../../../../rules/brand.ts'
import { DISCOUNT } from '../../../../../../rules/settings/discount.ts'
import { SETUP_DISCOUNTS } from '../../../../../../rules/setup.ts'
import { discountBlock } from '../../../../../storefront/widgets/forms/discount.ts'
import type { DiscountStepMutation } from '../../../../../__generated__/DiscountStepMutation.graphql.ts'
import { Part } from '../../../../shell/Part.tsx'
import { useCommit } from '../../../../shell/relay/useCommit.ts'
import { AccessBanner } from '../../../../ui/AccessBanner.tsx'
import { Stars } from '../../../../ui/Stars.tsx'
import { usePreviewData } from '../../../../ui/preview/previewReviews.ts'
import type { SetupShop, StepProps } from './Setup.tsx'
import { StepFrame } from './StepFrame.tsx'

const sample = ['7KQ', 4, 'MZXA'].join('')

/** Third step: what a review earns. Shows the thank-you with its code, rendered by the shipped template. */
export function DiscountStep({ shop, next, back }: StepProps) {
  const { t } = useLingui()
  const { enableDiscount, valueAllDiscount, version } = shop.discount
  const [chosen, setChosen] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const isLocked = shop.lockedFeatures.includes('discounts')
  const percent = chosen ?? (version > 0 ? (enableDiscount ? valueAllDiscount : 0) : isLocked ? 0 : 10)
  const choose = (value: number) => {
    setChosen(value)
    setError(null)
  }
  const [save, busy] = useCommit<DiscountStepMutation>(graphql`
    mutation DiscountStepMutation($input: SaveDiscountInput!) {
      saveDiscount(input: $input) {
        __typename
        ... on SaveDiscountSuccess { data { id version enableDiscount valueAllDiscount } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const run = async () => {
    const worth = { typeDiscount: 'ALL', typeValueAllDiscount: 'PERCENTAGE', valueAllDiscount: percent } as const
    const outcome = await save({ input: { enableDiscount: percent > 0, ...(percent > 0 && worth) } })
    if (outcome.ok) next()
    else setError(Object.values(outcome.fields)[0] ?? null)
  }
  return (
    <StepFrame
      title={t`Thank your reviewers`}
      lead={t`Shoppers who get a code write more reviews and come back. The code is for every review, good or bad, and widgets say so.`}
      effect={<ThankYou shop={shop} percent={percent} />}
      primary={{ label: t`Continue`, run: () => void run(), busy }}
      skip={{ run: next }}
      back={back}
    >
      <Part waits={null} failed={() => null}>
        <AccessBanner features={['discounts']} />
      </Part>
      <fieldset className="c-tiles" aria-describedby={error === null ? undefined : 'setup-discountError'}>
        <legend>{t`Discount for a review`}</legend>
        {SETUP_DISCOUNTS.map((value) => (
          <label key={value} className="c-tile c-tile-percent">
            <input type="radio" name="discount" checked={percent === value} onChange={() => choose(value)} />
            <strong>{value === 0 ? t`None` : t`${value}%`}</strong>
            <span>{value === 0 ? t`Just say thanks` : t`off the next order`}</span>
          </label>
        ))}
        {error !== null && <InlineError fieldID="setup-discount" message={error} />}
      </fieldset>
    </StepFrame>
  )
}

/** The page that a shopper sees after a review of the shop's own product. */
function ThankYou({ shop, percent }: { shop: SetupShop; percent: number }) {
  const { t } = useLingui()
  const { branding } = usePreviewData(shop)
  const { colours, discountCodePrefix, expireDiscount } = applyBrand('discount', DISCOUNT.defaults, branding)
  const product = shop.products.edges[0]?.node
  const block = discountBlock({
    text: t`Here is your discount as a thank-you for your review.`,
    worth: t`${percent}% off`,
    colours,
    code: `${discountCodePrefix}-${sample}`,
    note: t`${plural(expireDiscount, { one: 'Valid for # day.', other: 'Valid for # days.' })}`,
  })
  return (
    <section className="c-setup-thanks" aria-label={t`Preview`} style={{ background: branding.backgroundColor }}>
      {product?.image && <img src={product.image} alt="" />}
      <Stars rate={5} size={24} />
      <h2>{t`Thank you for your review`}</h2>
      <p data-user-content>{product?.title ?? shop.name}</p>
      {/* The template escapes every value. */}
      {percent > 0 && <div dangerouslySetInnerHTML={{ __html: block.text }} />}
    </section>
  )
}
