import { useLingui } from '@lingui/react/macro'
import { BRAND_FONTS } from '../../../../../rules/settings/branding.ts'
import { SettingSelect } from '../../../ui/settings/SettingFields.tsx'
import { SettingsFold } from '../../../ui/settings/SettingsFold.tsx'
import { starPicture } from '../pictures.tsx'
import { Tiles } from '../Tiles.tsx'
import type { BrandingForm } from './brandingForm.ts'

const corner = (radius: number) => (
  <svg viewBox="0 0 64 44" aria-hidden="true">
    <rect x="12" y="8" width="40" height="28" rx={radius} />
  </svg>
)

export function ShapeFields({ form }: { form: BrandingForm }) {
  const { t } = useLingui()
  return (
    <SettingsFold open title={t`Font and shapes`}>
      <SettingSelect
        form={form}
        name="font"
        label={t`Font`}
        options={BRAND_FONTS.map((font) => ({ value: font, label: font === 'inherit' ? t`Your theme’s font` : font }))}
      />
      <Tiles
        form={form}
        name="starIcon"
        label={t`Stars`}
        tiles={[
          { value: 'star', label: t`Star`, picture: starPicture('star') },
          { value: 'roundedStar', label: t`Rounded`, picture: starPicture('roundedStar') },
          { value: 'heart', label: t`Heart`, picture: starPicture('heart') },
          { value: 'circle', label: t`Circle`, picture: starPicture('circle') },
          { value: 'thumb', label: t`Thumb`, picture: starPicture('thumb') },
        ]}
      />
      <Tiles
        form={form}
        name="corners"
        label={t`Corners`}
        tiles={[
          { value: 'square', label: t`Square`, picture: corner(0) },
          { value: 'soft', label: t`Soft`, picture: corner(6) },
          { value: 'round', label: t`Round`, picture: corner(13) },
        ]}
      />
    </SettingsFold>
  )
}
