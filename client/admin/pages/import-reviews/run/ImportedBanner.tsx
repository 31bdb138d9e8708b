import { Plural, useLingui } from '@lingui/react/macro'
import { Banner } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ImportedBanner_run$key } from '../../../../__generated__/ImportedBanner_run.graphql.ts'
import type { ImportedBanner_shop$key } from '../../../../__generated__/ImportedBanner_shop.graphql.ts'
import { useDismissImported } from './useDismissImported.ts'
import { useShowRun } from '../useImportRun.ts'

interface Props {
  run: ImportedBanner_run$key
  shop: ImportedBanner_shop$key
}

/** Says how many reviews the last import brought (spec 4), until dismissed. An undone import brought none. */
export function ImportedBanner({ run: runKey, shop: shopKey }: Props) {
  const { t } = useLingui()
  const show = useShowRun()
  const { id, status, fileName, imported, createdAt } = useFragment(
    graphql`
    fragment ImportedBanner_run on ImportRun { id status fileName imported createdAt }
  `,
    runKey,
  )
  const { dismissedBanners } = useFragment(graphql`fragment ImportedBanner_shop on Shop { dismissedBanners }`, shopKey)
  const dismiss = useDismissImported(dismissedBanners)
  const banner = bannerOf(createdAt)
  if (dismissedBanners.includes(banner)) return null
  const file = <p data-user-content>{fileName}</p>
  const shown = { action: { content: t`View import`, onAction: () => show(id) }, onDismiss: () => void dismiss(banner) }
  if (status === 'DONE')
    return (
      <Banner tone={imported > 0 ? 'success' : 'info'} title={t`Import finished`} {...shown}>
        {file}
        <p>
          <Plural value={imported} one="# review was imported." other="# reviews were imported." />
        </p>
      </Banner>
    )
  if (status === 'CANCELLED')
    return (
      <Banner title={t`Import canceled`} {...shown}>
        {file}
        <p>
          <Plural
            value={imported}
            one="# review was imported before that."
            other="# reviews were imported before that."
          />
        </p>
      </Banner>
    )
  return null
}

/** Names the banner by the import's time, because a banner's name has at most 60 characters. */
const bannerOf = (createdAt: unknown): string => `imported-${new Date(String(createdAt)).getTime()}`
