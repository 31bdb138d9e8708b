import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyPlace } from '../../../ui/EmptyPlace.tsx'
import { useRouteExists } from '../../../shell/relay/existing.ts'

/** Empty state of a shop without reviews: ways to get the first. */
export function NoReviews() {
  const { t } = useLingui()
  const canImport = useRouteExists('/collect-reviews/import-reviews')
  const canAsk = useRouteExists('/collect-reviews/review-request')
  return (
    <EmptyPlace
      title={t`Your reviews will appear here`}
      {...(canImport ? { primary: { content: t`Import reviews`, url: '/collect-reviews/import-reviews' } } : {})}
      {...(canAsk ? { secondary: { content: t`Request reviews`, url: '/collect-reviews/review-request' } } : {})}
    >
      <Trans>Import your existing reviews, or send review requests after each order.</Trans>
    </EmptyPlace>
  )
}
