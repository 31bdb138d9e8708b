import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { BlockStack, Card, Text } from '@shopify/polaris'
import { useMemo } from 'react'
import { applyBrand } from '../../../../../rules/brand.ts'
import type { BrandingSettings } from '../../../../../rules/settings/branding.ts'
import type { DiscountSettings } from '../../../../../rules/settings/discount.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { discountBlock } from '../../../../storefront/widgets/forms/discount.ts'

const sample = ['7KQ', 4, 'MZXA'].join('')
const sampleCode = (prefix: string) => [prefix.replace(/-$/, ''), sample].filter(Boolean).join('-')

interface Props {
  values: DiscountSettings
  branding: BrandingSettings
  currency: string
  /** Whether the page shows the code; otherwise it is emailed. */
  isShown: boolean
}

/** Shows the thank-you page of the form with its code: the shipped template with the values as typed. */
export function DiscountPreview({ values, branding, currency, isShown }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const all = values.typeDiscount === 'all'
  const [type, worthOf] = all
    ? [values.typeValueAllDiscount, values.valueAllDiscount]
    : [values.typeValuePhotoDiscount, values.valuePhotoDiscount]
  const value =
    type === 'amount'
      ? format.number(worthOf, { style: 'currency', currency, maximumFractionDigits: 0 })
      : format.number(worthOf)
  const someProducts = values.appliesTo === 'products'
  const worth = {
    percentage: someProducts ? t`${value}% off selected products` : t`${value}% off`,
    amount: someProducts ? t`${value} off selected products` : t`${value} off`,
    shipping: t`Free shipping`,
  }[type]
  const code = sampleCode(values.discountCodePrefix)
  const days = values.expireDiscount
  const { colours } = applyBrand('discount', values, branding)
  const own = t`Here is your discount as a thank-you for your review.`
  const block = useMemo(
    () =>
      discountBlock(
        isShown
          ? {
              text: (all ? values.contentDiscount : values.contentPhotoDiscount) || own,
              worth,
              colours,
              code,
              ...(days > 0 && { note: t`${plural(days, { one: 'Valid for # day.', other: 'Valid for # days.' })}` }),
            }
          : { text: t`We’ll email you a discount code shortly.`, colours },
      ),
    [isShown, all, values, colours, own, worth, code, days, t],
  )
  return (
    <Card>
      <BlockStack gap="200">
        <Text as="h2" variant="headingMd">{t`Preview`}</Text>
        <Text as="p" tone="subdued">{t`After the review is submitted:`}</Text>
        {/* The template escapes every value. */}
        <div aria-label={t`Preview`} role="img" dangerouslySetInnerHTML={{ __html: block.text }} />
      </BlockStack>
    </Card>
  )
}
