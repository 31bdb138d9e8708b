import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Card, Text } from '@shopify/polaris'
import { wordDiff } from './wordDiff.ts'

interface Words {
  readonly title: string
  readonly content: string
}

/** What was written first, with what differs from it now. */
export function OriginalText({ original, present }: { original: Words, present: Words }) {
  const { t } = useLingui()
  const changed = original.title !== present.title || original.content !== present.content
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">{changed ? t`What changed` : t`The original`}</Text>
        <p className="c-quiet">{changed ? <Trans>Struck out: what is gone. Marked: what is new.</Trans> : <Trans>Nothing differs from what was written first.</Trans>}</p>
        <div className="c-diff" data-user-content dir="auto">
          {(original.title || present.title) && <h3><Difference before={original.title} after={present.title} /></h3>}
          <p><Difference before={original.content} after={present.content} /></p>
        </div>
      </BlockStack>
    </Card>
  )
}

function Difference({ before, after }: { before: string, after: string }) {
  return wordDiff(before, after).map(({ kind, text }, place) => {
    if (kind === 'gone') return <del key={place}>{text}</del>
    if (kind === 'new') return <ins key={place}>{text}</ins>
    return <span key={place}>{text}</span>
  })
}
