import { useLingui } from '@lingui/react/macro'
import { testimonialSeconds } from '../../../../../rules/limits.ts'
import { SettingCheckbox, SettingColour, SettingSelect } from '../../../ui/settings/SettingFields.tsx'
import { SettingsFold } from '../../../ui/settings/SettingsFold.tsx'
import { ContrastWarning } from '../ContrastWarning.tsx'
import { SecondsSetting } from '../../../ui/settings/NumberSetting.tsx'
import { Tiles } from '../Tiles.tsx'
import { testimonialPictures } from './pictures.tsx'
import type { TestimonialsForm } from './testimonialsForm.ts'

export function StyleFields({ form }: { form: TestimonialsForm }) {
  const { t } = useLingui()
  const { autoNavigate } = form.values
  return (
    <>
      <SettingsFold title={t`Layout`}>
        <Tiles
          form={form}
          name="layout"
          label={t`Layout style`}
          tiles={[
            { value: 'modern', label: t`Modern`, picture: testimonialPictures.modern },
            { value: 'alignment', label: t`Alignment`, picture: testimonialPictures.alignment },
            { value: 'elegant', label: t`Elegant`, picture: testimonialPictures.elegant },
            { value: 'multiple', label: t`Multiple`, picture: testimonialPictures.multiple },
          ]}
        />
        <SettingSelect
          form={form}
          name="quoteIcon"
          label={t`Quotation mark`}
          options={[
            { value: 'classic', label: t`Classic` },
            { value: 'rounded', label: t`Rounded` },
            { value: 'outline', label: t`Outline` },
            { value: 'none', label: t`None` },
          ]}
        />
        <SettingSelect
          form={form}
          name="font"
          label={t`Font`}
          options={[
            { value: 'inherit', label: t`Your theme’s font` },
            { value: 'serif', label: t`Serif` },
            { value: 'sans', label: t`Sans serif` },
          ]}
        />
        <SettingCheckbox form={form} name="showReviewDate" label={t`Show the date of each review`} />
      </SettingsFold>
      <SettingsFold title={t`Movement`}>
        <SettingCheckbox
          form={form}
          name="autoNavigate"
          label={t`Move to the next testimonial automatically`}
          helpText={t`Shoppers can pause it. It never moves for shoppers who prefer reduced motion.`}
        />
        {autoNavigate && (
          <SecondsSetting
            form={form}
            name="autoNavigateInterval"
            label={t`Time per testimonial`}
            {...testimonialSeconds}
          />
        )}
      </SettingsFold>
      <SettingsFold title={t`Colors`}>
        <div className="c-colours">
          <SettingColour form={form} name="colours.text" label={t`Text`} />
          <SettingColour form={form} name="colours.mutedText" label={t`Secondary text`} />
          <SettingColour form={form} name="colours.background" label={t`Background`} />
          <SettingColour form={form} name="colours.star" label={t`Stars`} />
          <SettingColour form={form} name="colours.emptyStar" label={t`Empty stars`} />
          <SettingColour form={form} name="colours.quote" label={t`Quotation mark`} />
        </div>
        <ContrastWarning
          form={form}
          pairs={[
            ['colours.text', 'colours.background', t`Text`],
            ['colours.star', 'colours.background', t`Stars`, 'stars'],
            ['colours.mutedText', 'colours.background', t`Secondary text`],
          ]}
        />
      </SettingsFold>
    </>
  )
}
