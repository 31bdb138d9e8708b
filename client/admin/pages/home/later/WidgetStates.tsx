import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Card, InlineStack, Text } from '@shopify/polaris'
import { Link } from 'react-router'
import type { ThemeWidget } from '../../../../../rules/theme-blocks.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { isRefusedByTheme, PlacementBadge, useThemePlacements } from '../../../ui/ThemePlacement.tsx'
import { useReturns } from '../../../ui/useReturns.ts'

const widgets = [
  { widget: 'reviewBox', name: msg`Review box`, path: '/display-settings/box' },
  { widget: 'starRating', name: msg`Star rating`, path: '/display-settings/star-rating' },
  { widget: 'reviewCarousel', name: msg`Review carousel`, path: '/display-settings/carousel' },
  { widget: 'testimonials', name: msg`Testimonials`, path: '/display-settings/testimonial' },
  { widget: 'reviewSidebar', name: msg`Sidebar`, path: '/display-settings/sidebar' },
] as const satisfies readonly { widget: ThemeWidget; name: object; path: string }[]

/** Says which widgets the live theme shows, with a link that adds the missing ones. */
export function WidgetStates() {
  const { t, i18n } = useLingui()
  const mode = useMode()
  const placements = useThemePlacements(useReturns())
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingSm">
            <Trans>In your live theme</Trans>
          </Text>
          <Button variant="plain" url="/display-settings">{t`All widgets`}</Button>
        </InlineStack>
        <ul className="c-widgets">
          {widgets.map(({ widget, name, path }) => {
            const title = i18n._(name)
            const placement = placements?.find((one) => one.widget === widget)
            const canAdd = placement?.isPlaced === false && !isRefusedByTheme(placement)
            return (
              <li key={widget}>
                <Link to={hrefIn(mode, path)}>{title}</Link>
                {canAdd ? (
                  <Button
                    variant="plain"
                    url={placement.addUrl}
                    target="_blank"
                    accessibilityLabel={t`Add ${title} to theme`}
                  >{t`Add to theme`}</Button>
                ) : placements === undefined ? (
                  <span className="c-quiet">{t`Checking…`}</span>
                ) : (
                  <PlacementBadge isPlaced={placement?.isPlaced} />
                )}
              </li>
            )
          })}
        </ul>
      </BlockStack>
    </Card>
  )
}
