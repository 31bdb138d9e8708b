import { useLingui } from '@lingui/react/macro'
import { BlockStack, Card, Text } from '@shopify/polaris'
import { use, type ReactNode } from 'react'
import { AUTHOR_NAME_FORMATS, formatCustomerName, splitName } from '../../../../rules/author-name.ts'
import { BRANDING } from '../../../../rules/settings/branding.ts'
import { DATE_FORMATS, dateWriter } from '../../../../rules/dates.ts'
import { BrandShown } from '../../ui/settings/brand.ts'
import { SettingCheckbox, SettingSelect } from '../../ui/settings/SettingFields.tsx'
import type { BoxForm } from './boxForm.ts'
import { ColourFields } from './ColourFields.tsx'
import { exampleAuthors } from './exampleAuthors.ts'
import { layoutPictures, starPicture } from './pictures.tsx'
import { Tiles } from './Tiles.tsx'

interface Props {
  form: BoxForm
  locale: string
  timeZone: string
}

/** All that can be set of the review box; each field shows in the preview and on the storefront. */
export function ReviewBoxFields({ form, locale, timeZone }: Props) {
  const { t } = useLingui()
  const { branding } = use(BrandShown) ?? { branding: BRANDING.defaults }
  return (
    <BlockStack gap="400">
      <Part title={t`Layout`}>
        <Tiles
          form={form} name="layout" label={t`Layout style`}
          tiles={[
            { value: 'list', label: t`List`, picture: layoutPictures.list },
            { value: 'grid', label: t`Grid`, picture: layoutPictures.grid },
            { value: 'carousel', label: t`Carousel`, picture: layoutPictures.carousel },
          ]}
        />
        {form.values.layout === 'grid' && <SettingSelect form={form} name="mobileGridColumnsCount" label={t`Columns on mobile`} options={[{ value: '1', label: t`One` }, { value: '2', label: t`Two` }]} />}
        <SettingSelect
          form={form} name="sortingDefault" label={t`Default sort`} helpText={t`Shoppers can change this.`}
          options={[
            { value: 'recent', label: t`Newest` },
            { value: 'highest', label: t`Highest rating` },
            { value: 'lowest', label: t`Lowest rating` },
            { value: 'media', label: t`With photos first` },
          ]}
        />
      </Part>
      <Part title={t`Stars`}>
        <Tiles
          form={form} name="starIconType" label={t`Shape`}
          tiles={[
            { value: 'brand', label: t`Your brand`, picture: starPicture(branding.starIcon) },
            { value: 'star', label: t`Star`, picture: starPicture('star') },
            { value: 'roundedStar', label: t`Rounded`, picture: starPicture('roundedStar') },
            { value: 'heart', label: t`Heart`, picture: starPicture('heart') },
            { value: 'circle', label: t`Circle`, picture: starPicture('circle') },
            { value: 'thumb', label: t`Thumb`, picture: starPicture('thumb') },
          ]}
        />
      </Part>
      <Part title={t`Colors`}>
        <ColourFields form={form} />
      </Part>
      <Part title={t`Names and dates`}>
        <NameSelect form={form} />
        <DateSelect form={form} writing={{ locale, timeZone }} />
      </Part>
      <Part title={t`Review form`}>
        <SettingCheckbox form={form} name="requiredName" label={t`Require a name`} />
        <SettingCheckbox form={form} name="requiredEmail" label={t`Require an email address`} helpText={t`Never shown to shoppers.`} />
      </Part>
    </BlockStack>
  )
}

function Part({ title, children }: { title: string, children: ReactNode }) {
  return <Card><BlockStack gap="400"><Text as="h2" variant="headingMd">{title}</Text>{children}</BlockStack></Card>
}

/** Each format is named by what it makes of one name. */
function NameSelect({ form }: { form: BoxForm }) {
  const { t, i18n } = useLingui()
  const author = splitName(i18n._(exampleAuthors[0]))
  const options = AUTHOR_NAME_FORMATS.map((format) => ({ value: format, label: formatCustomerName(author, format) || t`Hidden` }))
  return <SettingSelect form={form} name="formatCustomerName" label={t`Reviewer names`} options={options} />
}

/** Each format is named by a day written in it: 31 October, where day and month cannot be mistaken. */
function DateSelect({ form, writing }: { form: BoxForm, writing: { locale: string, timeZone: string } }) {
  const { t } = useLingui()
  const day = new Date(Date.UTC(2026, 9, 31, 12))
  const now = new Date(Date.UTC(2026, 10, 14, 12))
  const options = DATE_FORMATS.map((format) => ({ value: format, label: dateWriter({ format, ...writing, now })(day) }))
  return <SettingSelect form={form} name="dateFormat" label={t`Dates`} options={options} />
}
