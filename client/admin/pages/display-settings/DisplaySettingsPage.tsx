import './display-settings.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Badge, BlockStack, Card, SkeletonBodyText } from '@shopify/polaris'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { Link } from 'react-router'
import type { displayLoaderQuery } from '../../../__generated__/displayLoaderQuery.graphql.ts'
import { WIDGET_KEYS, type WidgetKey } from '../../../storefront/widgets/widgets.ts'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../shell/frame/PageSkeleton.tsx'
import { Part } from '../../shell/Part.tsx'
import { lazyComponent } from '../../shell/relay/lazyComponent.tsx'
import { useRouteQuery } from '../../shell/relay/routeQuery.ts'
import { AccessBanner } from '../../ui/AccessBanner.tsx'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { displayQuery } from './displayLoader.ts'
import { FeedsCard } from '../../ui/feeds/FeedsCard.tsx'
import {
  isRefusedByTheme,
  PlacementBadge,
  useThemePlacements,
  type PlacementInTheme,
} from '../../ui/ThemePlacement.tsx'
import { widgetTable, type DisplayShop } from './widgetTable.tsx'

const ReportCard = lazyComponent(() => import('../../ui/charts/ReportCard.tsx').then((module) => module.ReportCard))

/** Lists the widgets, whether each is on and in the live theme, and the next step (spec 2). Also the feeds. */
export function Component() {
  const query = useRouteQuery<displayLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Display query={query} />
    </Suspense>
  )
}

function Display({ query }: { query: PreloadedQuery<displayLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<displayLoaderQuery>(displayQuery, query)
  return shop && <Widgets shop={shop} />
}

function Widgets({ shop }: { shop: DisplayShop }) {
  const { t } = useLingui()
  const placements = useThemePlacements()
  return (
    <AdminPage title={t`Display reviews`}>
      <p className="c-lead">
        <Plural
          value={shop.ratingSummary.count}
          one="# published review to show."
          other="# published reviews to show."
        />
      </p>
      <Part waits={null} failed={() => null}>
        <AccessBanner features={['themes', 'ratings', 'storefront']} />
      </Part>
      <table className="c-widgets">
        <thead>
          <tr>
            {[t`Widget`, t`Status`, t`Where it shows`, t`Next step`].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WIDGET_KEYS.map((key) => (
            <WidgetRow
              key={key}
              widget={key}
              shop={shop}
              placement={placements && (placements.find(({ widget }) => widget === key) ?? null)}
            />
          ))}
        </tbody>
      </table>
      <div className="c-display-more">
        <BlockStack gap="400">
          {(['widget-views', 'review-forms'] as const).map((name) => (
            <div key={name} className="c-display-report">
              <Part
                waits={
                  <Card>
                    <SkeletonBodyText lines={4} />
                  </Card>
                }
              >
                <ReportCard name={name} />
              </Part>
            </div>
          ))}
          <FeedsCard shop={shop} />
        </BlockStack>
      </div>
    </AdminPage>
  )
}

interface RowProps {
  widget: WidgetKey
  shop: DisplayShop
  /** Undefined while loading from the platform; null if it doesn't answer. */
  placement: PlacementInTheme | null | undefined
}

function WidgetRow({ widget, shop, placement }: RowProps) {
  const { t, i18n } = useLingui()
  const mode = useMode()
  const { path, title, text, where, picture, isOn } = widgetTable[widget]
  const on = isOn(shop)
  const name = i18n._(title)
  return (
    <tr>
      <th scope="row">
        <Link to={hrefIn(mode, path)}>
          {picture}
          <span>
            <strong>{name}</strong>
            <span>{i18n._(text)}</span>
          </span>
        </Link>
      </th>
      <td>
        <div className="c-widget-state">
          {on ? <Badge tone="success">{t`On`}</Badge> : <Badge>{t`Off`}</Badge>}
          {placement === undefined ? (
            <Badge>{t`Checking your theme…`}</Badge>
          ) : (
            <PlacementBadge isPlaced={placement?.isPlaced} />
          )}
        </div>
      </td>
      <td>{i18n._(where)}</td>
      <td>
        <NextStep
          widget={name}
          path={path}
          step={nextStep({ on, placement, count: shop.ratingSummary.count })}
          placement={placement}
        />
      </td>
    </tr>
  )
}

type Step = 'turnOn' | 'changeTheme' | 'addToTheme' | 'collect' | 'customize'

/**
 * Returns what the widget still needs before shoppers see it. If the platform doesn't answer, assumes the widget is in
 * the theme.
 */
function nextStep({ on, placement, count }: { on: boolean; placement: RowProps['placement']; count: number }): Step {
  if (!on) return 'turnOn'
  if (placement?.isPlaced === false) return isRefusedByTheme(placement) ? 'changeTheme' : 'addToTheme'
  return count === 0 ? 'collect' : 'customize'
}

function NextStep({
  widget,
  path,
  step,
  placement,
}: {
  widget: string
  path: string
  step: Step
  placement: RowProps['placement']
}) {
  const { t } = useLingui()
  const mode = useMode()
  const own = hrefIn(mode, path)
  switch (step) {
    case 'turnOn':
      return (
        <Link to={own} aria-label={t`Turn on: ${widget}`}>
          <Trans>Turn on</Trans>
        </Link>
      )
    case 'changeTheme':
      return (
        <Link to={own} aria-label={t`Check your theme for: ${widget}`}>
          <Trans>Check your theme</Trans>
        </Link>
      )
    case 'addToTheme':
      return (
        <a href={placement?.addUrl} target="_blank" rel="noreferrer" aria-label={t`Add to theme: ${widget}`}>
          <Trans>Add to theme</Trans>
        </a>
      )
    case 'collect':
      return (
        <Link to={hrefIn(mode, '/collect-reviews')} aria-label={t`Collect reviews for: ${widget}`}>
          <Trans>Collect reviews</Trans>
        </Link>
      )
    case 'customize':
      return (
        <Link to={own} aria-label={t`Customize: ${widget}`}>
          <Trans>Customize</Trans>
        </Link>
      )
  }
}
