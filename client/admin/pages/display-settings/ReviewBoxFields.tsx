import { useLingui } from '@lingui/react/macro'
import { BlockStack, Card, Checkbox, Select, Text } from '@shopify/polaris'
import type { ReactNode } from 'react'
import { AUTHOR_NAME_FORMATS, formatCustomerName, splitName } from '../../../../rules/author-name.ts'
import { DATE_FORMATS, dateWriter } from '../../../../rules/dates.ts'
import type { ReviewBoxSettings } from '../../../../rules/settings/review-box.ts'
import type { SettingsForm } from '../../ui/SettingsForm.tsx'
import { ColourFields } from './ColourFields.tsx'
import { layoutPictures, starPicture } from './pictures.tsx'
import { exampleAuthors } from './exampleAuthors.ts'
import { Tiles } from './Tiles.tsx'

interface Props {
  form: SettingsForm<ReviewBoxSettings>
  locale: string
  timeZone: string
}

/** All that can be set of the review box; each field shows in the preview and on the storefront. */
export function ReviewBoxFields({ form, locale, timeZone }: Props) {
  const { t } = useLingui()
  const { values, errors, set } = form
  return (
    <BlockStack gap="400">
      <Part title={t`Layout`}>
        <Tiles
          label={t`Layout style`}
          value={values.layout}
          change={(layout) => set('layout', layout)}
          tiles={[
            { value: 'list', label: t`List`, picture: layoutPictures.list },
            { value: 'grid', label: t`Grid`, picture: layoutPictures.grid },
            { value: 'carousel', label: t`Carousel`, picture: layoutPictures.carousel },
          ]}
        />
        {values.layout === 'grid' && (
          <Select
            label={t`Columns on mobile`}
            options={[{ value: '1', label: t`One` }, { value: '2', label: t`Two` }]}
            value={String(values.mobileGridColumnsCount)}
            onChange={(count) => set('mobileGridColumnsCount', count === '2' ? 2 : 1)}
            error={errors.mobileGridColumnsCount ?? false}
          />
        )}
        <Select
          label={t`Default sort`}
          options={[
            { value: 'recent', label: t`Newest` },
            { value: 'highest', label: t`Highest rating` },
            { value: 'lowest', label: t`Lowest rating` },
            { value: 'media', label: t`With photos first` },
          ]}
          value={values.sortingDefault}
          onChange={(sort) => set('sortingDefault', sort as ReviewBoxSettings['sortingDefault'])}
          helpText={t`Shoppers can change this.`}
        />
      </Part>
      <Part title={t`Stars`}>
        <Tiles
          label={t`Shape`}
          value={values.starIconType}
          change={(icon) => set('starIconType', icon)}
          tiles={[
            { value: 'star', label: t`Star`, picture: starPicture('star') },
            { value: 'roundedStar', label: t`Rounded`, picture: starPicture('roundedStar') },
            { value: 'heart', label: t`Heart`, picture: starPicture('heart') },
            { value: 'circle', label: t`Circle`, picture: starPicture('circle') },
            { value: 'thumb', label: t`Thumb`, picture: starPicture('thumb') },
          ]}
        />
      </Part>
      <Part title={t`Colors`}>
        <ColourFields colours={values.colours} errors={errors} change={(colours) => set('colours', colours)} />
      </Part>
      <Part title={t`Names and dates`}>
        <NameSelect value={values.formatCustomerName} change={(format) => set('formatCustomerName', format)} />
        <DateSelect value={values.dateFormat} writing={{ locale, timeZone }} change={(format) => set('dateFormat', format)} />
      </Part>
      <Part title={t`Review form`}>
        <Checkbox label={t`Require a name`} checked={values.requiredName} onChange={(on) => set('requiredName', on)} />
        <Checkbox label={t`Require an email address`} helpText={t`Never shown to shoppers.`} checked={values.requiredEmail} onChange={(on) => set('requiredEmail', on)} />
      </Part>
    </BlockStack>
  )
}

function Part({ title, children }: { title: string, children: ReactNode }) {
  return <Card><BlockStack gap="400"><Text as="h2" variant="headingMd">{title}</Text>{children}</BlockStack></Card>
}

interface NameProps {
  value: ReviewBoxSettings['formatCustomerName']
  change: (format: ReviewBoxSettings['formatCustomerName']) => void
}

/** Each format is named by what it makes of one name. */
function NameSelect({ value, change }: NameProps) {
  const { t, i18n } = useLingui()
  const author = splitName(i18n._(exampleAuthors[0]))
  const options = AUTHOR_NAME_FORMATS.map((format) => ({ value: format, label: formatCustomerName(author, format) || t`Hidden` }))
  return <Select label={t`Reviewer names`} options={options} value={value} onChange={(format) => change(format as typeof value)} />
}

interface DateProps {
  value: ReviewBoxSettings['dateFormat']
  writing: { locale: string, timeZone: string }
  change: (format: ReviewBoxSettings['dateFormat']) => void
}

/** Each format is named by a day written in it: 31 October, where day and month cannot be mistaken. */
function DateSelect({ value, writing, change }: DateProps) {
  const { t } = useLingui()
  const day = new Date(Date.UTC(2026, 9, 31, 12))
  const now = new Date(Date.UTC(2026, 10, 14, 12))
  const options = DATE_FORMATS.map((format) => ({ value: format, label: dateWriter({ format, ...writing, now })(day) }))
  return <Select label={t`Dates`} options={options} value={value} onChange={(format) => change(format as typeof value)} />
}
