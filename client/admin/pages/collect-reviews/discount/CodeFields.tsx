import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Checkbox, ChoiceList } from '@shopify/polaris'
import { maxDiscountPrefixChars, type DiscountClass } from '../../../../../rules/settings/discount.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import {
  ChangedElsewhere,
  SettingCheckbox,
  SettingChoices,
  SettingColour,
  SettingText,
} from '../../../ui/settings/SettingFields.tsx'
import { SettingsSection } from '../../../ui/settings/SettingsPage.tsx'
import type { DiscountForm } from './discountForm.ts'
import type { DiscountEmail } from './DiscountPage.tsx'
import { NumberSetting } from './NumberSetting.tsx'

const colourFields: readonly { name: 'background' | 'border' | 'text' | 'code'; label: MessageDescriptor }[] = [
  { name: 'background', label: msg`Background` },
  { name: 'text', label: msg`Text` },
  { name: 'border', label: msg`Frame` },
  { name: 'code', label: msg`Code` },
]

export function CodeFields({ form, email }: { form: DiscountForm; email: DiscountEmail }) {
  const { t, i18n } = useLingui()
  const readOnly = useReadOnly()
  const { values, set } = form
  const combines = [
    { value: 'product', label: t`Product discounts` },
    { value: 'order', label: t`Order discounts` },
    { value: 'shipping', label: t`Shipping discounts` },
  ]
  return (
    <>
      <SettingsSection title={t`Codes`} description={t`Each code works once.`}>
        <SettingText
          form={form}
          name="discountCodePrefix"
          label={t`Prefix`}
          maxLength={maxDiscountPrefixChars}
          helpText={t`Letters, digits, and hyphens. Codes look like THANKYOU-7KQ4MZXA.`}
        />
        <NumberSetting
          form={form}
          name="expireDiscount"
          label={t`Expires after`}
          suffix={t`days`}
          helpText={t`Enter 0 for codes that don’t expire.`}
        />
        <Reminder form={form} email={email} />
        <SettingChoices
          form={form}
          name="customerEligibility"
          label={t`Who can use a code`}
          choices={[
            { value: 'all', label: t`Everyone who has it` },
            {
              value: 'customer_reviewed',
              label: t`Only the customer who reviewed`,
              helpText: t`Reviewers without a customer account get no code.`,
            },
          ]}
        />
        <SettingCheckbox form={form} name="combinations" label={t`Codes can be combined with other discounts`} />
        {values.combinations && (
          <>
            <ChoiceList
              title={t`Combine with`}
              allowMultiple
              disabled={readOnly}
              choices={combines}
              selected={[...values.listCombines]}
              onChange={(chosen) => set('listCombines', chosen as DiscountClass[])}
            />
            <ChangedElsewhere
              form={form}
              names={['listCombines']}
              show={({ listCombines }) =>
                combines
                  .filter(({ value }) => listCombines.includes(value as DiscountClass))
                  .map(({ label }) => label)
                  .join(', ') || t`none`
              }
            />
          </>
        )}
      </SettingsSection>
      <SettingsSection title={t`Colors`}>
        <div className="c-discount-colours">
          {colourFields.map(({ name, label }) => (
            <SettingColour key={name} form={form} name={`colours.${name}`} label={i18n._(label)} />
          ))}
        </div>
      </SettingsSection>
    </>
  )
}

/** The setting says "off"; the checkbox asks the other way round. */
function Reminder({
  form,
  email: { enabled, discountExpirationReminder: reminder },
}: {
  form: DiscountForm
  email: DiscountEmail
}) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const days = reminder.sendBefore
  const isOff = !enabled || !reminder.enabled
  return (
    <Checkbox
      label={t`${plural(days, {
        one: 'Remind customers # day before their code expires',
        other: 'Remind customers # days before their code expires',
      })}`}
      checked={!isOff && !form.values.expirationEmailDisabled}
      disabled={readOnly || isOff}
      onChange={(on) => form.set('expirationEmailDisabled', !on)}
      helpText={
        <>
          {isOff ? t`Turned off in the discount email.` : t`For customers who got their code by email.`}
          <ChangedElsewhere
            form={form}
            names={['expirationEmailDisabled']}
            show={({ expirationEmailDisabled }) => (expirationEmailDisabled ? t`off` : t`on`)}
          />
        </>
      }
    />
  )
}
