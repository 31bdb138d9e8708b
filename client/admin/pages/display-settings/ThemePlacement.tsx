import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, BlockStack, Button, Card, InlineStack, SkeletonBodyText, Text } from '@shopify/polaris'
import { graphql } from 'react-relay/hooks'
import { THEME_BLOCKS, type ThemeWidget } from '../../../../rules/theme-blocks.ts'
import type { ThemePlacementQuery } from '../../../__generated__/ThemePlacementQuery.graphql.ts'
import { Part, useOwnQuery } from '../../shell/Part.tsx'

const query = graphql`
  query ThemePlacementQuery {
    viewer { shop { id themePlacements { widget supportAppBlock isPlaced addUrl } } }
  }
`

/** Says whether the live theme shows a widget, and leads to where it is added. */
export function ThemePlacement({ widget }: { widget: ThemeWidget }) {
  return <Card><Part waits={<SkeletonBodyText lines={2} />}><Placement widget={widget} /></Part></Card>
}

function Placement({ widget }: { widget: ThemeWidget }) {
  const { t } = useLingui()
  const { viewer: { shop } } = useOwnQuery<ThemePlacementQuery>(query, {})
  const found = shop?.themePlacements.find((placement) => placement.widget === widget)
  if (!found) return null
  const isEmbed = THEME_BLOCKS[widget].template === null
  const takesNone = !isEmbed && found.supportAppBlock === false
  return (
    <BlockStack gap="300">
      <InlineStack gap="200" align="space-between" blockAlign="center">
        <Text as="h2" variant="headingMd"><Trans>Your theme</Trans></Text>
        {found.isPlaced === null ? <Badge>{t`Not checked`}</Badge> : found.isPlaced ? <Badge tone="success">{t`In your theme`}</Badge> : <Badge tone="attention">{t`Not in your theme`}</Badge>}
      </InlineStack>
      {takesNone
        ? <p className="c-quiet"><Trans>Your live theme doesn’t take app blocks. Choose a theme of Online Store 2.0, then add the widget.</Trans></p>
        : <p className="c-quiet">{found.isPlaced ? <Trans>Move or remove the widget in the theme editor.</Trans> : <Trans>Add the widget in the theme editor, then save the theme.</Trans>}</p>}
      {!takesNone && <div><Button url={found.addUrl} target="_blank">{found.isPlaced ? t`Open theme editor` : t`Add to theme`}</Button></div>}
    </BlockStack>
  )
}
