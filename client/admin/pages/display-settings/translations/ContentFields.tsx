import { useLingui } from '@lingui/react/macro'
import { ChoiceList } from '@shopify/polaris'
import { maxTranslatedCharacters } from '../../../../../rules/limits.ts'
import { TRANSLATION_LANGUAGES } from '../../../../../rules/translations.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { Gated } from '../../../ui/settings/Gated.tsx'
import { NumberSetting } from '../../../ui/settings/NumberSetting.tsx'
import { ChangedElsewhere, SettingCheckbox, SettingSelect } from '../../../ui/settings/SettingFields.tsx'
import type { AutoTranslateForm, TranslationsForm } from './translationsForm.ts'

/** Whether, when and into which languages reviews are translated. */
export function ContentFields({ form, auto }: { form: TranslationsForm; auto: AutoTranslateForm }) {
  const { t } = useLingui()
  return (
    <>
      <SettingCheckbox
        form={form}
        name="enableTranslateReviewContent"
        label={t`Translate reviews`}
        helpText={t`Shoppers read reviews in their language. Each translation is marked, and the original is one tap away.`}
      />
      <SettingCheckbox
        form={auto}
        name="autoTranslate"
        label={t`Translate new reviews automatically`}
        helpText={t`As soon as they are published. Edited reviews are translated again.`}
      />
      <SettingCheckbox
        form={form}
        name="showTranslateReviewContent"
        label={t`Show the translation first`}
        helpText={t`Off: shoppers see the original first and tap to read the translation.`}
      />
      <Languages form={form} />
      <NumberSetting
        form={form}
        name="monthlyCharacters"
        label={t`Characters a month`}
        min={1_000}
        max={maxTranslatedCharacters}
      />
    </>
  )
}

function Languages({ form }: { form: TranslationsForm }) {
  const { t, i18n } = useLingui()
  const readOnly = useReadOnly()
  const names = new Intl.DisplayNames(i18n.locale, { type: 'language' })
  const nameOf = (tag: string) => names.of(tag) ?? tag
  const lock = form.lockOf('languages')
  return (
    <>
      <SettingSelect
        form={form}
        name="primaryLanguage"
        label={t`Primary language`}
        helpText={t`Shown to shoppers whose language isn’t among those below.`}
        options={[
          { value: 'shop', label: t`Your shop’s language` },
          ...TRANSLATION_LANGUAGES.map((tag) => ({ value: tag, label: nameOf(tag) })),
        ]}
      />
      <Gated feature={lock}>
        <div className="c-languages">
          <ChoiceList
            allowMultiple
            title={t`Also translate into`}
            disabled={readOnly || lock !== null}
            choices={TRANSLATION_LANGUAGES.map((tag) => ({ value: tag, label: nameOf(tag) }))}
            selected={[...form.values.languages]}
            onChange={(chosen) =>
              form.set(
                'languages',
                TRANSLATION_LANGUAGES.filter((tag) => chosen.includes(tag)),
              )
            }
          />
        </div>
      </Gated>
      <ChangedElsewhere form={form} names={['languages']} show={(stored) => stored.languages.map(nameOf).join(', ')} />
    </>
  )
}
