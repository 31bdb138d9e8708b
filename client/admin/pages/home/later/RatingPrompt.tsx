import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { RatingPrompt_shop$key } from '../../../../__generated__/RatingPrompt_shop.graphql.ts'
import { useToast } from '../../../shell/toasts.tsx'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useDismissBanner } from '../../../ui/useDismissBanner.ts'
import { useUpdateShop } from '../useUpdateShop.ts'

/** Reviews after which a merchant knows the app well enough to rate it. */
const reviewsBeforePrompt = 10
const banner = 'rating-prompt'

/**
 * Asks the merchant for a rating by the platform's own prompt, at most once a day and three times. The platform decides
 * whether it shows.
 */
export function RatingPrompt({ shop: key, reviews }: { shop: RatingPrompt_shop$key; reviews: number }) {
  const { i18n } = useLingui()
  const { isRated, dismissedBanners } = useFragment(
    graphql`fragment RatingPrompt_shop on Shop { isRated dismissedBanners }`,
    key,
  )
  const [updateShop] = useUpdateShop()
  const [dismiss] = useDismissBanner()
  const toast = useToast()
  const isDue = !isRated && reviews >= reviewsBeforePrompt && !dismissedBanners.includes(banner)
  const ask = useEffectEvent(async () => {
    const { success, code } = await window.shopify.reviews.request()
    if (success || code === 'already-reviewed') await updateShop({ input: { isRated: true } })
    else await dismiss(banner, { snooze: true })
    if (success) toast(formatSentence(i18n, 'rated'))
  })
  useEffect(() => {
    if (isDue) ask().catch(() => undefined)
  }, [isDue])
  return null
}
