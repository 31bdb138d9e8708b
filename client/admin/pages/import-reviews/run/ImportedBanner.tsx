import { Plural, useLingui } from '@lingui/react/macro'
import { Banner } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ImportedBanner_shop$key } from '../../../../__generated__/ImportedBanner_shop.graphql.ts'
import type { ImportedBannerDismissMutation } from '../../../../__generated__/ImportedBannerDismissMutation.graphql.ts'
import { useCommit } from '../../../shell/relay/useCommit.ts'
import { useShowRun } from '../useImportRun.ts'
import { useRunFigures, type RunKey } from './useRunFigures.ts'

export type ShopKey = ImportedBanner_shop$key

/** Says how many reviews the last import brought (spec 4), until dismissed. An undone import brought none. */
export function ImportedBanner({ run: key, shop }: { run: RunKey; shop: ShopKey }) {
  const { t } = useLingui()
  const show = useShowRun()
  const { id, status, fileName, imported, createdAt } = useRunFigures(key)
  const { dismissedBanners } = useFragment(graphql`fragment ImportedBanner_shop on Shop { dismissedBanners }`, shop)
  const dismiss = useDismissImported(dismissedBanners)
  // Names the banner by the import's time, because a banner's name has at most 60 characters.
  const banner = `imported-${new Date(createdAt).getTime()}`
  const done = status === 'DONE'
  if (dismissedBanners.includes(banner) || !(done || status === 'CANCELLED')) return null
  return (
    <Banner
      tone={done && imported > 0 ? 'success' : 'info'}
      title={done ? t`Import finished` : t`Import canceled`}
      action={{ content: t`View import`, onAction: () => show(id) }}
      onDismiss={() => void dismiss(banner)}
    >
      <p data-user-content>{fileName}</p>
      <p>
        {done ? (
          <Plural value={imported} one="# review was imported." other="# reviews were imported." />
        ) : (
          <Plural
            value={imported}
            one="# review was imported before that."
            other="# reviews were imported before that."
          />
        )}
      </p>
    </Banner>
  )
}

/** Dismisses an import's banner for the whole shop. Drops those of earlier imports, because a shop stores only some. */
function useDismissImported(dismissed: readonly string[]): (banner: string) => Promise<void> {
  const [commit] = useCommit<ImportedBannerDismissMutation>(graphql`
    mutation ImportedBannerDismissMutation($input: DismissBannerInput!) {
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
