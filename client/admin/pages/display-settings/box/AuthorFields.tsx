import { useLingui } from '@lingui/react/macro'
import { AUTHOR_NAME_FORMATS, formatCustomerName, splitName } from '../../../../../rules/author-name.ts'
import { DATE_FORMATS, createDateFormatter } from '../../../../../rules/dates.ts'
import { maxBadgeTextChars } from '../../../../../rules/limits.ts'
import { SettingCheckbox, SettingSelect, SettingText } from '../../../ui/settings/SettingFields.tsx'
import { SettingsFold } from '../../../ui/settings/SettingsFold.tsx'
import type { BoxForm } from './boxForm.ts'
import { exampleAuthors } from '../../../ui/preview/exampleAuthors.ts'
import type { SwitchesForm } from './switchesForm.ts'

/** Settings of reviewer names and dates. */
export function AuthorFields({ form, writing }: { form: BoxForm; writing: { locale: string; timeZone: string } }) {
  const { t } = useLingui()
  return (
    <SettingsFold title={t`Names and dates`}>
      <NameSelect form={form} />
      <SettingSelect
        form={form}
        name="styleAvatar"
        label={t`Avatar`}
        options={[
          { value: 'letter', label: t`Letter in a circle` },
          { value: 'square', label: t`Letter in a square` },
          { value: 'person', label: t`Person` },
          { value: 'hidden', label: t`None` },
        ]}
      />
      <DateSelect form={form} writing={writing} />
    </SettingsFold>
  )
}

/** Settings of the badge of verified reviews and the shop's corner badge. */
export function BadgeFields({ form, switches }: { form: BoxForm; switches: SwitchesForm }) {
  const { t } = useLingui()
  const { badge } = form.values
  return (
    <SettingsFold title={t`Badges`}>
      <SettingCheckbox form={form} name="badge.enabled" label={t`Show the verified badge`} />
      {badge.enabled && (
        <>
          <SettingSelect
            form={form}
            name="badge.style"
            label={t`Style`}
            options={[
              { value: 'iconText', label: t`Icon and text` },
              { value: 'icon', label: t`Icon` },
              { value: 'text', label: t`Text` },
            ]}
          />
          <SettingText
            form={form}
            name="badge.orderText"
            label={t`Badge for verified purchases`}
            maxLength={maxBadgeTextChars}
            placeholder={t`Verified purchase`}
            helpText={t`Leave empty for the text in your store’s language.`}
          />
          <SettingText
            form={form}
            name="badge.shopText"
            label={t`Badge for reviews you verified`}
            maxLength={maxBadgeTextChars}
            placeholder={t`Verified by the shop`}
            helpText={t`Must differ from the text above, so that shoppers can tell them apart.`}
          />
        </>
      )}
      <SettingCheckbox
        form={switches}
        name="enableGGTopQuality"
        label={t`Show a top quality badge`}
        helpText={t`Shows in a corner of product pages once you have 10 verified reviews with an average of at least 4 stars.`}
      />
      {switches.values.enableGGTopQuality && (
        <SettingSelect
          form={switches}
          name="positionGGTopQuality"
          label={t`Corner`}
          options={[
            { value: 'bottomLeft', label: t`Bottom left` },
            { value: 'bottomRight', label: t`Bottom right` },
          ]}
        />
      )}
    </SettingsFold>
  )
}

/** Shows each name format by an example. */
function NameSelect({ form }: { form: BoxForm }) {
  const { t, i18n } = useLingui()
  const author = splitName(i18n._(exampleAuthors[0]))
  const options = AUTHOR_NAME_FORMATS.map((format) => ({
    value: format,
    label: formatCustomerName(author, format) || t`Hidden`,
  }))
  return <SettingSelect form={form} name="formatCustomerName" label={t`Reviewer names`} options={options} />
}

/** Shows each date format by the example of 31 October, which can't be read as another date. */
function DateSelect({ form, writing }: { form: BoxForm; writing: { locale: string; timeZone: string } }) {
  const { t } = useLingui()
  const day = new Date(Date.UTC(2026, 9, 31, 12))
  const now = new Date(Date.UTC(2026, 10, 14, 12))
  const options = DATE_FORMATS.map((format) => ({
    value: format,
    label: createDateFormatter({ format, ...writing, now })(day),
  }))
  return <SettingSelect form={form} name="dateFormat" label={t`Dates`} options={options} />
}
