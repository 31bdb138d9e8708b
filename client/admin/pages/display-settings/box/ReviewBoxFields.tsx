import { useLingui } from '@lingui/react/macro'
import { use } from 'react'
import { BRANDING } from '../../../../../rules/settings/branding.ts'
import { PLAIN_FONTS, SPECIAL_FONTS } from '../../../../../rules/settings/fonts.ts'
import { BrandShown } from '../../../ui/settings/brand.ts'
import { SettingSelect } from '../../../ui/settings/SettingFields.tsx'
import { SettingsFold } from '../../../ui/settings/SettingsFold.tsx'
import { AuthorFields, BadgeFields } from './AuthorFields.tsx'
import { FormFields } from './FormFields.tsx'
import { LayoutFields, PositionFields, ReviewFields } from './LayoutFields.tsx'
import type { SwitchesForm } from './switchesForm.ts'
import type { BoxForm } from './boxForm.ts'
import { ColourFields } from '../ColourFields.tsx'
import { CustomCss } from '../DesignPage.tsx'
import { starPicture } from '../pictures.tsx'
import { HelpfulFields } from './HelpfulFields.tsx'
import { ThemePlacement } from '../../../ui/ThemePlacement.tsx'
import { Tiles } from '../Tiles.tsx'

interface Props {
  form: BoxForm
  switches: SwitchesForm
  writing: { locale: string; timeZone: string }
  /** The shop can choose the special fonts. */
  hasSpecialFonts: boolean
}

/** All settings of the review box. Each field shows in the preview and on the storefront. */
export function ReviewBoxFields({ form, switches, writing, hasSpecialFonts }: Props) {
  const { t } = useLingui()
  const { font: brandFont, starIcon: brandIcon } = use(BrandShown)?.branding ?? BRANDING.defaults
  const fonts = [...PLAIN_FONTS, ...SPECIAL_FONTS.filter((font) => hasSpecialFonts || font === form.stored.font)]
  return (
    <div className="c-folds">
      <ThemePlacement widget="reviewBox" />
      <LayoutFields form={form} switches={switches} />
      <SettingsFold title={t`Colors and font`}>
        <ColourFields form={form} />
        <SettingSelect
          form={form}
          name="font"
          label={t`Font`}
          options={fonts.map((font) => ({
            value: font,
            label:
              font !== 'inherit'
                ? font
                : brandFont === 'inherit'
                  ? t`Your theme’s font`
                  : t`Your brand’s font (${brandFont})`,
          }))}
        />
      </SettingsFold>
      <SettingsFold title={t`Stars`}>
        <Tiles
          form={form}
          name="starIconType"
          label={t`Shape`}
          tiles={[
            { value: 'brand', label: t`Your brand`, picture: starPicture(brandIcon) },
            { value: 'star', label: t`Star`, picture: starPicture('star') },
            { value: 'roundedStar', label: t`Rounded`, picture: starPicture('roundedStar') },
            { value: 'heart', label: t`Heart`, picture: starPicture('heart') },
            { value: 'circle', label: t`Circle`, picture: starPicture('circle') },
            { value: 'thumb', label: t`Thumb`, picture: starPicture('thumb') },
          ]}
        />
      </SettingsFold>
      <ReviewFields form={form} switches={switches} />
      <AuthorFields form={form} writing={writing} />
      <BadgeFields form={form} switches={switches} />
      <HelpfulFields form={form} />
      <FormFields form={form} />
      <PositionFields form={form} />
      <CustomCss form={form} name="customCss" />
    </div>
  )
}
