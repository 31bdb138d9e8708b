import { useLingui } from '@lingui/react/macro'
import { SettingCheckbox, SettingColour, SettingSelect } from '../../../ui/settings/SettingFields.tsx'
import { SettingsFold } from '../../../ui/settings/SettingsFold.tsx'
import { ContrastWarning } from '../ContrastWarning.tsx'
import type { BoxForm } from './boxForm.ts'

export function HelpfulFields({ form }: { form: BoxForm }) {
  const { t } = useLingui()
  const hasBoth = form.values.displayHelpful === 'both'
  return (
    <SettingsFold title={t`Helpful votes`}>
      <SettingCheckbox
        form={form}
        name="isShowHelpful"
        label={t`Let shoppers vote for helpful reviews`}
        helpText={t`Each shopper counts once, without an account or a cookie.`}
      />
      {form.values.isShowHelpful && (
        <>
          <SettingSelect
            form={form}
            name="displayHelpful"
            label={t`Votes`}
            options={[
              { value: 'helpful', label: t`Helpful` },
              { value: 'both', label: t`Helpful and not helpful` },
            ]}
          />
          <SettingSelect
            form={form}
            name="appearanceHelpful"
            label={t`Buttons`}
            options={[
              { value: 'text', label: t`Words` },
              { value: 'icons', label: t`Icons` },
            ]}
          />
          <SettingCheckbox form={form} name="showHelpfulCount" label={t`Show how many people found a review helpful`} />
          <SettingColour form={form} name="likedColor" label={t`Selected “Helpful”`} />
          {hasBoth && <SettingColour form={form} name="dislikedColor" label={t`Selected “Not helpful”`} />}
          <ContrastWarning
            form={form}
            pairs={[
              ['likedColor', 'colours.background', t`Selected “Helpful”`],
              ...(hasBoth ? [['dislikedColor', 'colours.background', t`Selected “Not helpful”`] as const] : []),
            ]}
          />
        </>
      )}
    </SettingsFold>
  )
}
