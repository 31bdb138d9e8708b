import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, BlockStack, Button, Card, InlineStack, SkeletonBodyText, Text } from '@shopify/polaris'
import { useEffect, useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import { THEME_BLOCKS, type ThemeWidget } from '../../../rules/theme-blocks.ts'
import type { ThemePlacementQuery, ThemePlacementQuery$data } from '../../__generated__/ThemePlacementQuery.graphql.ts'
import { Part, useOwnQuery } from '../shell/Part.tsx'

const query = graphql`
  query ThemePlacementQuery {
    viewer { shop { id themePlacements { widget supportAppBlock isPlaced addUrl } } }
  }
`

/** Placement of one widget in the live theme. */
export type PlacementInTheme = NonNullable<ThemePlacementQuery$data['viewer']['shop']>['themePlacements'][number]

/**
 * Loads the placements of all widgets in the live theme. Returns undefined while loading, null if the platform doesn't
 * answer. Doesn't suspend: a slow platform would block the page, and a replaced row would lose the focus. Another
 * `attempt` asks again.
 */
export function useThemePlacements(attempt = 0): readonly PlacementInTheme[] | null | undefined {
  const environment = useRelayEnvironment()
  const [placements, setPlacements] = useState<readonly PlacementInTheme[] | null>()
  useEffect(() => {
    const asking = fetchQuery<ThemePlacementQuery>(environment, query, {}, { fetchPolicy: 'network-only' }).subscribe({
      next: ({ viewer: { shop } }) => setPlacements(shop?.themePlacements ?? null),
      error: () => setPlacements(null),
    })
    return () => asking.unsubscribe()
  }, [environment, attempt])
  return placements
}

/** Returns whether the live theme can't take this widget. Every theme takes embeds. */
export const isRefusedByTheme = ({ widget, supportAppBlock }: PlacementInTheme): boolean =>
  THEME_BLOCKS[widget as ThemeWidget].template !== null && supportAppBlock === false

export function PlacementBadge({ isPlaced }: { isPlaced: boolean | null | undefined }) {
  const { t } = useLingui()
  if (isPlaced === null || isPlaced === undefined) return <Badge>{t`Not checked`}</Badge>
  return isPlaced ? (
    <Badge tone="success">{t`In your theme`}</Badge>
  ) : (
    <Badge tone="attention">{t`Not in your theme`}</Badge>
  )
}

/** Says whether the live theme shows a widget, and links to the page where it is added. */
export function ThemePlacement({ widget }: { widget: ThemeWidget }) {
  return (
    <Card>
      <Part
        waits={
          <div className="c-placement-waits">
            <SkeletonBodyText lines={3} />
          </div>
        }
      >
        <Placement widget={widget} />
      </Part>
    </Card>
  )
}

function Placement({ widget }: { widget: ThemeWidget }) {
  const { t } = useLingui()
  const {
    viewer: { shop },
  } = useOwnQuery<ThemePlacementQuery>(query, {})
  const found = shop?.themePlacements.find((placement) => placement.widget === widget)
  if (!found) return null
  const takesNone = isRefusedByTheme(found)
  return (
    <BlockStack gap="300">
      <InlineStack gap="200" align="space-between" blockAlign="center">
        <Text as="h2" variant="headingMd">
          <Trans>Your theme</Trans>
        </Text>
        <PlacementBadge isPlaced={found.isPlaced} />
      </InlineStack>
      {takesNone ? (
        <p className="c-quiet">
          <Trans>
            Your live theme doesn’t support app blocks. Switch to an Online Store 2.0 theme, then add the widget.
          </Trans>
        </p>
      ) : (
        <p className="c-quiet">
          {found.isPlaced ? (
            <Trans>Move or remove the widget in the theme editor.</Trans>
          ) : (
            <Trans>Add the widget in the theme editor, then save the theme.</Trans>
          )}
        </p>
      )}
      {!takesNone && (
        <div>
          <Button url={found.addUrl} target="_blank">
            {found.isPlaced ? t`Open theme editor` : t`Add to theme`}
          </Button>
        </div>
      )}
    </BlockStack>
  )
}
