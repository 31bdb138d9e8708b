import { useLingui } from '@lingui/react/macro'
import { InlineGrid, Select } from '@shopify/polaris'
import { maxMarketplaceImportReviews, minMarketplaceImportReviews } from '../../../../../rules/limits.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { FormField } from './FormField.tsx'
import type { FieldErrorsForm } from './useFieldErrors.ts'
import type { RunOptionsForm } from './useRunOptions.ts'

interface Props extends Pick<RunOptionsForm, 'typed' | 'set'> {
  form: FieldErrorsForm
}

/** Fields for the wanted reviews (spec 3): stars, order, photos, number, and at Amazon the reviewer. */
export function RunOptionFields({ form, typed, set }: Props) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const selects = [
    { name: 'rating', label: t`Stars`, labels: { ALL: t`All`, FOUR_FIVE: t`4 and 5 stars`, FIVE: t`5 stars only` } },
    { name: 'sort', label: t`Sort by`, labels: { RECENT: t`Newest`, HELPFUL: t`Most helpful` } },
    {
      name: 'photo',
      label: t`Photos`,
      labels: { ALL: t`With or without photos`, WITH_PHOTO: t`With photos only` },
    },
    {
      name: 'reviewer',
      label: t`Written by`,
      labels: { ALL: t`Everyone`, VERIFIED: t`Verified purchases on Amazon` },
    },
  ] as const
  return (
    <InlineGrid columns={{ xs: 1, sm: 2, md: typed.reviewer ? 3 : 4 }} gap="400">
      {selects.map(({ name, label, labels }) => {
        const value = typed[name]
        return (
          value && (
            <Select
              key={name}
              label={label}
              options={Object.entries(labels).map(([option, text]) => ({ value: option, label: text }))}
              value={value}
              disabled={readOnly}
              onChange={(chosen) => set({ [name]: chosen })}
            />
          )
        )
      })}
      <FormField
        form={form}
        name="maxReviews"
        label={t`Maximum number of reviews`}
        type="number"
        inputMode="numeric"
        min={minMarketplaceImportReviews}
        max={maxMarketplaceImportReviews}
        value={typed.maxReviews}
        onChange={(maxReviews) => set({ maxReviews })}
      />
    </InlineGrid>
  )
}
