import { useLingui } from '@lingui/react/macro'
import { FormLayout } from '@shopify/polaris'
import { maxDiscountContentChars } from '../../../../../rules/settings/discount.ts'
import { SettingCheckbox, SettingChoices, SettingSelect, SettingText } from '../../../ui/settings/SettingFields.tsx'
import { SettingsSection } from '../../../ui/settings/SettingsPage.tsx'
import type { DiscountForm } from './discountForm.ts'
import { NumberSetting } from './NumberSetting.tsx'

export function RewardFields({ form, currency }: { form: DiscountForm; currency: string }) {
  const { t } = useLingui()
  const { values } = form
  const types = [
    { value: 'percentage', label: t`Percentage` },
    { value: 'amount', label: t`Fixed amount` },
    { value: 'shipping', label: t`Free shipping` },
  ]
  const suffix = (type: string) => (type === 'percentage' ? '%' : currency)
  return (
    <>
      <SettingsSection title={t`Discount`}>
        <SettingCheckbox
          form={form}
          name="enableDiscount"
          label={t`Give reviewers a discount code`}
          helpText={t`Their reviews are marked as incentivized wherever they appear.`}
        />
        <SettingChoices
          form={form}
          name="sendingMethod"
          label={t`How customers get the code`}
          choices={[
            {
              value: 'reviews_approval',
              label: t`On the thank-you page`,
              helpText: t`Shown when the review is published. No email is sent.`,
            },
            {
              value: 'send_email',
              label: t`By email`,
              helpText: t`We send it 30 minutes after the review, even if you don’t publish it.`,
            },
            { value: 'send_both', label: t`Both`, helpText: t`The same code on the page and by email.` },
          ]}
        />
      </SettingsSection>
      <SettingsSection title={t`Value`}>
        <SettingChoices
          form={form}
          name="typeDiscount"
          label={t`Which reviews`}
          choices={[
            { value: 'all', label: t`The same for every review` },
            { value: 'by_content', label: t`Different for text and photos` },
          ]}
        />
        {values.typeDiscount === 'all' ? (
          <>
            <FormLayout>
              <FormLayout.Group>
                <SettingSelect form={form} name="typeValueAllDiscount" label={t`Type`} options={types} />
                {values.typeValueAllDiscount !== 'shipping' && (
                  <NumberSetting
                    form={form}
                    name="valueAllDiscount"
                    label={t`Value`}
                    suffix={suffix(values.typeValueAllDiscount)}
                  />
                )}
              </FormLayout.Group>
            </FormLayout>
            <SettingText
              form={form}
              name="contentDiscount"
              label={t`Text above the code`}
              multiline={2}
              maxLength={maxDiscountContentChars}
              helpText={t`Leave empty for a text in the customer’s language.`}
            />
          </>
        ) : (
          <>
            <SettingSelect form={form} name="typeValuePhotoDiscount" label={t`Type`} options={types} />
            <SettingCheckbox form={form} name="enabledTextDiscount" label={t`Reward reviews with text`} />
            {values.enabledTextDiscount && (
              <>
                <FormLayout>
                  <FormLayout.Group>
                    {values.typeValuePhotoDiscount !== 'shipping' && (
                      <NumberSetting
                        form={form}
                        name="valueTextDiscount"
                        label={t`Value for text`}
                        suffix={suffix(values.typeValuePhotoDiscount)}
                      />
                    )}
                    <NumberSetting form={form} name="charactersRequired" label={t`Minimum characters`} />
                  </FormLayout.Group>
                </FormLayout>
                <SettingText
                  form={form}
                  name="contentTextDiscount"
                  label={t`Text above the code for text`}
                  multiline={2}
                  maxLength={maxDiscountContentChars}
                />
              </>
            )}
            <SettingCheckbox form={form} name="enabledPhotoDiscount" label={t`Reward reviews with photos or videos`} />
            {values.enabledPhotoDiscount && (
              <>
                <FormLayout>
                  <FormLayout.Group>
                    {values.typeValuePhotoDiscount !== 'shipping' && (
                      <NumberSetting
                        form={form}
                        name="valuePhotoDiscount"
                        label={t`Value for photos`}
                        suffix={suffix(values.typeValuePhotoDiscount)}
                      />
                    )}
                    <NumberSetting form={form} name="photoRequired" label={t`Minimum photos`} />
                  </FormLayout.Group>
                </FormLayout>
                <SettingText
                  form={form}
                  name="contentPhotoDiscount"
                  label={t`Text above the code for photos`}
                  multiline={2}
                  maxLength={maxDiscountContentChars}
                />
              </>
            )}
          </>
        )}
      </SettingsSection>
    </>
  )
}
