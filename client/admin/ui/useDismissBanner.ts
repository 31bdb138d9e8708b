import { graphql } from 'react-relay/hooks'
import type { BannerName } from '../../../rules/banners.ts'
import type { useDismissBannerMutation } from '../../__generated__/useDismissBannerMutation.graphql.ts'
import { useCommit } from '../shell/relay/useCommit.ts'

/**
 * Dismisses a banner for the whole shop: permanently or for a day. After three such days it stays dismissed (spec 4).
 */
export function useDismissBanner(): [
  dismiss: (banner: BannerName, options?: { snooze?: boolean }) => Promise<void>,
  busy: boolean,
] {
  const [commit, busy] = useCommit<useDismissBannerMutation>(graphql`
    mutation useDismissBannerMutation($input: DismissBannerInput!) {
      dismissBanner(input: $input) {
        __typename
        ... on DismissBannerSuccess { data { id dismissedBanners } }
        ... on Refusal { code message params }
      }
    }
  `)
  const dismiss = async (banner: BannerName, { snooze = false } = {}) => {
    await commit({ input: { banner, isDismiss: true, snooze } })
  }
  return [dismiss, busy]
}
