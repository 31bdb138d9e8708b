import { useLingui } from '@lingui/react/macro'
import { BlockStack, Card, Link, Text, TextField } from '@shopify/polaris'
import { readPath } from '../../../../../rules/settings/document.ts'
import {
  MAIL_TIME_UNITS,
  type EmailTemplateKey,
  type EmailTemplates,
} from '../../../../../rules/settings/email-templates.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { ChangedElsewhere, SettingCheckbox, SettingSelect } from '../../../ui/settings/SettingFields.tsx'
import type { SettingsForm } from '../../../ui/settings/useSettingsForm.ts'
import type { EmailForm } from './EmailFields.tsx'

type WholeForm = SettingsForm<EmailTemplates>
type Delayed = Exclude<EmailTemplateKey, 'reviewReminder'>

export function TimingCard({ form, template }: { form: EmailForm; template: EmailTemplateKey }) {
  const { t } = useLingui()
  const mode = useMode()
  const whole = form as unknown as WholeForm
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingSm">
          {t({ message: 'Sending', context: 'when an email is sent' })}
        </Text>
        <SettingCheckbox form={whole} name={`${template}.enabled`} label={t`Send this email`} />
        {template === 'reviewReminder' ? (
          <>
            <Text as="p">
              <Link url={hrefIn(mode, '/collect-reviews/setting-request')}>{t`Set when requests are sent`}</Link>
            </Text>
            <SecondRequest form={whole} />
          </>
        ) : (
          <Delay form={whole} template={template} />
        )}
        {template === 'photoReminder' && <PhotoReminder form={whole} />}
        {template === 'discountReview' && <DiscountMails form={whole} />}
      </BlockStack>
    </Card>
  )
}

function Delay({ form, template }: { form: WholeForm; template: Delayed }) {
  const { t } = useLingui()
  const units = { minutes: t`minutes`, hours: t`hours`, days: t`days`, weeks: t`weeks`, months: t`months` }
  const label = {
    photoReminder: t`After a review`,
    confirmEdit: t`After an edit request`,
    reviewReply: t`After a reply`,
    discountReview: t`After a review`,
    survey: t`After fulfillment or delivery`,
  }[template]
  return (
    <>
      <SettingSelect
        form={form}
        name={`${template}.sendAfter`}
        label={label}
        options={[
          { value: 'immediately', label: t`Immediately` },
          { value: 'custom', label: t`After a delay` },
        ]}
      />
      {form.values[template].sendAfter === 'custom' && (
        <>
          <WholeNumber form={form} name={`${template}.sendAfterCustom`} label={t`Custom delay`} />
          <SettingSelect
            form={form}
            name={`${template}.timeUnit`}
            label={t`Unit`}
            options={MAIL_TIME_UNITS.map((value) => ({ value, label: units[value] }))}
          />
        </>
      )}
    </>
  )
}

function SecondRequest({ form }: { form: WholeForm }) {
  const { t } = useLingui()
  return (
    <>
      <SettingCheckbox
        form={form}
        name="reviewReminder.secondRequest.enabled"
        label={t`Ask again if there is no review`}
        helpText={t`Stops when the customer reviews, unsubscribes, or is refunded.`}
      />
      {form.values.reviewReminder.secondRequest.enabled && (
        <>
          <WholeNumber form={form} name="reviewReminder.secondRequest.days" label={t`Days between requests`} />
          <SettingSelect
            form={form}
            name="reviewReminder.secondRequest.max"
            label={t`Further requests`}
            options={['1', '2'].map((value) => ({ value, label: value }))}
          />
        </>
      )}
    </>
  )
}

function PhotoReminder({ form }: { form: WholeForm }) {
  const { t } = useLingui()
  return (
    <>
      <SettingSelect
        form={form}
        name="photoReminder.sendFor"
        label={t`Send to`}
        options={[
          { value: 'all', label: t`All reviewers` },
          { value: 'verified', label: t`Verified buyers` },
        ]}
      />
      <SettingSelect
        form={form}
        name="photoReminder.reminderType"
        label={t`How often`}
        options={[
          { value: 'once', label: t`Once` },
          { value: 'twice', label: t`Twice` },
        ]}
      />
      <Text as="p" tone="subdued">{t`Only for reviews of three stars or more that have no photo or video.`}</Text>
    </>
  )
}

function DiscountMails({ form }: { form: WholeForm }) {
  const { t } = useLingui()
  return (
    <>
      <SettingCheckbox form={form} name="discountReview.discountNotification" label={t`Email the discount code`} />
      <SettingCheckbox
        form={form}
        name="discountReview.discountExpirationReminder.enabled"
        label={t`Remind customers before an unused code expires`}
      />
      {form.values.discountReview.discountExpirationReminder.enabled && (
        <WholeNumber
          form={form}
          name="discountReview.discountExpirationReminder.sendBefore"
          label={t`Days before the code expires`}
        />
      )}
    </>
  )
}

interface NumberProps {
  form: WholeForm
  name:
    | `${Delayed}.sendAfterCustom`
    | 'reviewReminder.secondRequest.days'
    | 'discountReview.discountExpirationReminder.sendBefore'
  label: string
}

function WholeNumber({ form, name, label }: NumberProps) {
  const readOnly = useReadOnly()
  return (
    <>
      <TextField
        type="number"
        inputMode="numeric"
        min={1}
        autoComplete="off"
        label={label}
        disabled={readOnly || form.lockOf(name) !== null}
        value={String(readPath(form.values, name))}
        error={form.errorOf(name) ?? false}
        onChange={(text) => form.set(name, Number(text))}
      />
      <ChangedElsewhere form={form} names={[name]} show={(stored) => String(readPath(stored, name))} />
    </>
  )
}
