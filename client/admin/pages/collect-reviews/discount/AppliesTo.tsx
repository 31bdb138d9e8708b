import { useLingui } from '@lingui/react/macro'
import { BlockStack, InlineError, Spinner, Text } from '@shopify/polaris'
import { maxDiscountProducts } from '../../../../../rules/settings/discount.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { Part } from '../../../shell/Part.tsx'
import { globalIdOf, uuidOf } from '../../../shell/relay/rowIds.ts'
import { ProductPicker } from '../../../ui/ProductPicker.tsx'
import { SettingChoices } from '../../../ui/settings/SettingFields.tsx'
import type { DiscountForm } from './discountForm.ts'

/** Chooses what a code applies to. Hidden for free shipping, which applies to shipping. */
export function AppliesTo({ form }: { form: DiscountForm }) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const { typeDiscount, typeValueAllDiscount, typeValuePhotoDiscount, appliesTo, selectedProducts } = form.values
  if ((typeDiscount === 'all' ? typeValueAllDiscount : typeValuePhotoDiscount) === 'shipping') return null
  const error = form.errorOf('selectedProducts')
  const [count, max] = [selectedProducts.length, maxDiscountProducts]
  return (
    <>
      <SettingChoices
        form={form}
        name="appliesTo"
        label={t`Applies to`}
        choices={[
          { value: 'order', label: t`The whole order` },
          { value: 'products', label: t`Selected products` },
        ]}
      />
      {appliesTo === 'products' && !readOnly && (
        <BlockStack gap="200">
          <Text as="p" tone="subdued">{t`${count} of ${max} selected`}</Text>
          <Part waits={<Spinner size="small" accessibilityLabel={t`Loading`} />}>
            <ProductPicker
              selected={selectedProducts.map((id) => globalIdOf('Product', id))}
              onChange={(ids) => form.set('selectedProducts', ids.map(uuidOf))}
            />
          </Part>
          {error && <InlineError message={error} fieldID="selectedProducts" />}
        </BlockStack>
      )}
    </>
  )
}
