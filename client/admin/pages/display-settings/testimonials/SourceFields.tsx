import { useLingui } from '@lingui/react/macro'
import { BlockStack, InlineError, Spinner, Text } from '@shopify/polaris'
import { maxTestimonialProducts, testimonialMaxReviews } from '../../../../../rules/limits.ts'
import { Part } from '../../../shell/Part.tsx'
import { globalIdOf, uuidOf } from '../../../shell/relay/rowIds.ts'
import { ProductPicker } from '../../../ui/ProductPicker.tsx'
import { SettingCheckbox, SettingChoices } from '../../../ui/settings/SettingFields.tsx'
import { SettingsFold } from '../../../ui/settings/SettingsFold.tsx'
import { NumberSetting } from '../../../ui/settings/NumberSetting.tsx'
import { ReviewPicker } from './ReviewPicker.tsx'
import type { TestimonialsForm } from './testimonialsForm.ts'

/** Settings for which testimonials are shown, and on which devices. */
export function SourceFields({ form }: { form: TestimonialsForm }) {
  const { t } = useLingui()
  const { testimonialsSource: source, selectedReviews, selectedProducts } = form.values
  const loading = <Spinner size="small" accessibilityLabel={t`Loading`} />
  return (
    <>
      <DisplayFields form={form} />
      <SettingsFold open title={t`Reviews`}>
        <SettingChoices
          form={form}
          name="testimonialsSource"
          label={t`Which reviews to show`}
          choices={[
            {
              value: 'recent',
              label: t`Recent reviews`,
              helpText: t`Your newest reviews with 4 or 5 stars and text`,
            },
            {
              value: 'selectedProducts',
              label: t`Selected products`,
              helpText: t`The newest reviews of these products`,
            },
            {
              value: 'manuallyAdded',
              label: t`Manually added`,
              helpText: t`Reviews you select here, followed by reviews you added to testimonials`,
            },
          ]}
        />
        {source !== 'manuallyAdded' && (
          <NumberSetting
            form={form}
            name="maxRecentReviews"
            label={t`Number of reviews`}
            min={1}
            max={testimonialMaxReviews}
          />
        )}
        {source === 'selectedProducts' && (
          <BlockStack gap="200">
            <Selected count={selectedProducts.length} max={maxTestimonialProducts} />
            <Part waits={loading}>
              <ProductPicker
                selected={selectedProducts.map((id) => globalIdOf('Product', id))}
                onChange={(ids) => form.set('selectedProducts', ids.map(uuidOf))}
              />
            </Part>
            <FieldError text={form.errorOf('selectedProducts')} field="selectedProducts" />
          </BlockStack>
        )}
        {source === 'manuallyAdded' && (
          <BlockStack gap="200">
            <Selected count={selectedReviews.length} max={testimonialMaxReviews} />
            <Part waits={loading}>
              <ReviewPicker
                selected={selectedReviews}
                max={testimonialMaxReviews}
                onChange={(ids) => form.set('selectedReviews', [...ids])}
              />
            </Part>
            <FieldError text={form.errorOf('selectedReviews')} field="selectedReviews" />
          </BlockStack>
        )}
      </SettingsFold>
    </>
  )
}

function DisplayFields({ form }: { form: TestimonialsForm }) {
  const { t } = useLingui()
  return (
    <SettingsFold open title={t`Display`}>
      <SettingCheckbox form={form} name="enableTestimonial" label={t`Show testimonials`} />
      <SettingCheckbox form={form} name="showOnDesktop" label={t`Show on desktop`} />
      <SettingCheckbox form={form} name="showOnMobile" label={t`Show on mobile`} />
    </SettingsFold>
  )
}

function Selected({ count, max }: { count: number; max: number }) {
  const { t } = useLingui()
  return <Text as="p" tone="subdued">{t`${count} of ${max} selected`}</Text>
}

const FieldError = ({ text, field }: { text: string | undefined; field: string }) =>
  text ? <InlineError message={text} fieldID={field} /> : null
