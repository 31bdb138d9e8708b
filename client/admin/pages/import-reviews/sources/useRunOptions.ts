import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { FetchImportInput } from '../../../../__generated__/importMutationsFetchMutation.graphql.ts'
import type { useRunOptions_settings$key } from '../../../../__generated__/useRunOptions_settings.graphql.ts'
import { maxMarketplaceImportReviews, minMarketplaceImportReviews } from '../../../../../rules/limits.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import type { Site } from './sites.ts'
import type { FieldErrorsForm } from './useFieldErrors.ts'

const fragment = graphql`
  fragment useRunOptions_settings on GeneralSettings {
    maxReviewImport
    importOptions {
      aliexpress { rating sort photo }
      amazon { rating sort photo reviewer }
      cjdropshipping { rating sort photo }
      shopee { rating sort photo }
    }
  }
`

/** Options of one import, as the API takes them (spec 3). `reviewer` is for Amazon only. */
export type RunOptions = Pick<FetchImportInput, 'rating' | 'sort' | 'photo' | 'reviewer' | 'maxReviews'>

/** Options as typed: the number is text. */
type TypedOptions = Omit<RunOptions, 'maxReviews'> & { maxReviews: string }

export interface RunOptionsForm {
  typed: TypedOptions
  set: (change: Partial<TypedOptions>) => void
  /** Returns the options; null if the number is invalid, with an error at its field. */
  read: () => RunOptions | null
}

/** Keeps the options of one import, which start with the general settings. */
export function useRunOptions(
  key: useRunOptions_settings$key,
  { settings }: Site,
  { showErrors }: FieldErrorsForm,
): RunOptionsForm {
  const { i18n } = useLingui()
  const { importOptions, maxReviewImport } = useFragment(fragment, key)
  const saved = { ...importOptions[settings], maxReviews: String(maxReviewImport) }
  const [typed, setTyped] = useState(saved as TypedOptions)
  return {
    typed,
    set: (change) => setTyped((present) => ({ ...present, ...change })),
    read() {
      const limits = { min: minMarketplaceImportReviews, max: maxMarketplaceImportReviews }
      const maxReviews = /^\d+$/.test(typed.maxReviews.trim()) ? Number(typed.maxReviews) : NaN
      if (maxReviews >= limits.min && maxReviews <= limits.max) return { ...typed, maxReviews }
      showErrors({ maxReviews: formatSentence(i18n, 'betweenEqual', limits) })
      return null
    },
  }
}
