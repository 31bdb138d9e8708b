import { useLingui } from '@lingui/react/macro'
import { FormLayout } from '@shopify/polaris'
import type { TimeUnit } from '../../../../../rules/request-due-time.ts'
import { maxDiscountContentChars } from '../../../../../rules/settings/discount.ts'
import { SettingCheckbox, SettingChoices, SettingSelect, SettingText } from '../../../ui/settings/SettingFields.tsx'
import { SettingsSection } from '../../../ui/settings/SettingsPage.tsx'
import { useDelayWords } from '../setting-request/useDelayWords.ts'
import { AppliesTo } from './AppliesTo.tsx'
import type { DiscountForm } from './discountForm.ts'
import type { DiscountEmail } from './DiscountPage.tsx'
import { NumberSetting } from './NumberSetting.tsx'

interface Props {
  form: DiscountForm
  currency: string
  email: DiscountEmail
}

export function RewardFields({ form, currency, email }: Props) {
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
        <Delivery form={form} email={email} />
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
              label={t`Message with the code`}
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
                  label={t`Message with the code (text reviews)`}
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
                  label={t`Message with the code (photo reviews)`}
                  multiline={2}
                  maxLength={maxDiscountContentChars}
                />
              </>
            )}
          </>
        )}
        <AppliesTo form={form} />
      </SettingsSection>
    </>
  )
}

/** Chooses how customers get the code. The email's delay is a setting of the email. */
function Delivery({ form, email }: { form: DiscountForm; email: DiscountEmail }) {
  const { t } = useLingui()
  const words = useDelayWords()
  const delay = words({ amount: email.sendAfterCustom, unit: email.timeUnit.toLowerCase() as TimeUnit })
  return (
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
          helpText:
            email.sendAfter === 'IMMEDIATELY'
              ? t`Sent right after the review, published or not.`
              : t`Sent ${delay} after the review, published or not.`,
        },
        { value: 'send_both', label: t`Both`, helpText: t`The same code on the page and by email.` },
      ]}
    />
  )
}
