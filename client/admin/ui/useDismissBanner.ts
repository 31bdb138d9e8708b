import { graphql } from 'react-relay/hooks'
import type { BannerName } from '../../../rules/banners.ts'
import type { useDismissBannerMutation } from '../../__generated__/useDismissBannerMutation.graphql.ts'
import { useCommit } from '../shell/relay/useCommit.ts'

/** Puts a banner away for the whole shop: for good, or for a day; after three such days it stays away (spec 4). */
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
