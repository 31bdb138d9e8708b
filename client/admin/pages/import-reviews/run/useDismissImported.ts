import { graphql } from 'react-relay/hooks'
import type { useDismissImportedMutation } from '../../../../__generated__/useDismissImportedMutation.graphql.ts'
import { useCommit } from '../../../shell/relay/useCommit.ts'

/** Dismisses an import's banner for the whole shop. Drops those of earlier imports, because a shop stores only some. */
export function useDismissImported(dismissed: readonly string[]): (banner: string) => Promise<void> {
  const [commit] = useCommit<useDismissImportedMutation>(graphql`
    mutation useDismissImportedMutation($input: DismissBannerInput!) {
      dismissBanner(input: $input) {
        __typename
        ... on DismissBannerSuccess { data { id dismissedBanners } }
        ... on Refusal { code message params }
      }
    }
  `)
  return async (banner) => {
    const earlier = dismissed.filter((name) => name.startsWith('imported-') && name !== banner)
    const outcome = await commit({ input: { banner, isDismiss: true, snooze: false } })
    if (outcome.ok)
      for (const name of earlier)
        await commit({ input: { banner: name, isDismiss: false, snooze: false } }, { quiet: true })
  }
}
