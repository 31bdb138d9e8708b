import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type {
  useRunOptions_settings$data,
  useRunOptions_settings$key,
} from '../../../../__generated__/useRunOptions_settings.graphql.ts'
import { maxMarketplaceImportReviews, minMarketplaceImportReviews } from '../../../../../rules/limits.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import type { Site } from './sites.ts'

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

type Saved = useRunOptions_settings$data['importOptions']['amazon']

/** Options of one import, as the API takes them (spec 3). */
export interface RunOptions {
  rating: Exclude<Saved['rating'], '%future added value'>
  sort: Exclude<Saved['sort'], '%future added value'>
  photo: Exclude<Saved['photo'], '%future added value'>
  /** Amazon only. */
  reviewer?: Exclude<NonNullable<Saved['reviewer']>, '%future added value'>
  maxReviews: number
}

/** Options as typed: the number is text. */
export interface TypedOptions extends Omit<RunOptions, 'maxReviews'> {
  maxReviews: string
}

export interface RunOptionsForm {
  typed: TypedOptions
  set: (change: Partial<TypedOptions>) => void
  /** Returns the options, or the error of the number. */
  read: () => { options: RunOptions; error?: undefined } | { options?: undefined; error: string }
}

/** Keeps the options of one import, which start with the general settings. */
export function useRunOptions(key: useRunOptions_settings$key, { id, settings }: Site): RunOptionsForm {
  const { i18n } = useLingui()
  const { importOptions, maxReviewImport } = useFragment(fragment, key)
  const { rating, sort, photo } = importOptions[settings]
  const [typed, setTyped] = useState<TypedOptions>({
    rating: rating as RunOptions['rating'],
    sort: sort as RunOptions['sort'],
    photo: photo as RunOptions['photo'],
    ...(id === 'amazon' && { reviewer: importOptions.amazon.reviewer as 'ALL' | 'VERIFIED' }),
    maxReviews: String(maxReviewImport),
  })
  return {
    typed,
    set: (change) => setTyped((present) => ({ ...present, ...change })),
    read() {
      const maxReviews = Number(typed.maxReviews)
      const fits =
        /^\d+$/.test(typed.maxReviews.trim()) &&
        maxReviews >= minMarketplaceImportReviews &&
        maxReviews <= maxMarketplaceImportReviews
      return fits
        ? { options: { ...typed, maxReviews } }
        : {
            error: formatSentence(i18n, 'betweenEqual', {
              min: minMarketplaceImportReviews,
              max: maxMarketplaceImportReviews,
            }),
          }
    },
  }
}
