import { Banner, type BannerProps } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type { BannerName } from '../../../rules/banners.ts'
import type { DismissibleBanner_shop$key } from '../../__generated__/DismissibleBanner_shop.graphql.ts'
import { useDismissBanner } from './useDismissBanner.ts'

interface Props extends Omit<BannerProps, 'onDismiss'> {
  shop: DismissibleBanner_shop$key
  /** Name under which the shop stores the dismissal. */
  banner: BannerName
  /** Shows the banner again after a day, three times at most (spec 9). */
  snooze?: boolean
}

/** A banner that is dismissed for the whole shop (spec 4). */
export function DismissibleBanner({ shop: key, banner, snooze = false, ...props }: Props) {
  const { dismissedBanners } = useFragment(graphql`fragment DismissibleBanner_shop on Shop { dismissedBanners }`, key)
  const [dismiss] = useDismissBanner()
  if (dismissedBanners.includes(banner)) return null
  return <Banner {...props} onDismiss={() => void dismiss(banner, { snooze })} />
}
