import { useLingui } from '@lingui/react/macro'
import { InlineGrid, Select, TextField } from '@shopify/polaris'
import { maxMarketplaceImportReviews, minMarketplaceImportReviews } from '../../../../../rules/limits.ts'
import { fieldId } from './useFieldErrors.ts'
import type { TypedOptions } from './useRunOptions.ts'

interface Props {
  typed: TypedOptions
  set: (change: Partial<TypedOptions>) => void
  disabled: boolean
  error: string | undefined
}

/** Fields for the wanted reviews (spec 3): stars, order, photos, number, and at Amazon the reviewer. */
export function RunOptionFields({ typed, set, disabled, error }: Props) {
  const { t } = useLingui()
  return (
    <InlineGrid columns={{ xs: 1, sm: 2, md: typed.reviewer ? 3 : 4 }} gap="400">
      <Select
        label={t`Stars`}
        options={[
          { value: 'ALL', label: t`All` },
          { value: 'FOUR_FIVE', label: t`4 and 5 stars` },
          { value: 'FIVE', label: t`5 stars only` },
        ]}
        value={typed.rating}
        disabled={disabled}
        onChange={(rating) => set({ rating: rating as TypedOptions['rating'] })}
      />
      <Select
        label={t`Sort by`}
        options={[
          { value: 'RECENT', label: t`Newest` },
          { value: 'HELPFUL', label: t`Most helpful` },
        ]}
        value={typed.sort}
        disabled={disabled}
        onChange={(sort) => set({ sort: sort as TypedOptions['sort'] })}
      />
      <Select
        label={t`Photos`}
        options={[
          { value: 'ALL', label: t`With or without photos` },
          { value: 'WITH_PHOTO', label: t`With photos only` },
        ]}
        value={typed.photo}
        disabled={disabled}
        onChange={(photo) => set({ photo: photo as TypedOptions['photo'] })}
      />
      {typed.reviewer && (
        <Select
          label={t`Written by`}
          options={[
            { value: 'ALL', label: t`Everyone` },
            { value: 'VERIFIED', label: t`Verified purchases on Amazon` },
          ]}
          value={typed.reviewer}
          disabled={disabled}
          onChange={(reviewer) => set({ reviewer: reviewer as 'ALL' | 'VERIFIED' })}
        />
      )}
      <TextField
        id={fieldId('maxReviews')}
        label={t`Maximum number of reviews`}
        type="number"
        inputMode="numeric"
        min={minMarketplaceImportReviews}
        max={maxMarketplaceImportReviews}
        autoComplete="off"
        value={typed.maxReviews}
        disabled={disabled}
        {...(error ? { error } : {})}
        onChange={(maxReviews) => set({ maxReviews })}
      />
    </InlineGrid>
  )
}
