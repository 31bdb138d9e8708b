import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Card, Text } from '@shopify/polaris'
import { turnedPictures, usePictureWords, type Picture } from './turnedPictures.ts'
import { wordDiff } from './wordDiff.ts'

interface Version {
  readonly title: string
  readonly content: string
  readonly media: readonly Picture[]
}

interface Props {
  original: Version
  present: Version
  /** Heading if there are no differences. Default: Original. */
  heading?: string
}

/** Shows an earlier version of a review with its differences marked. */
export function OriginalText({ original, present, heading }: Props) {
  const { t } = useLingui()
  const reworded = original.title !== present.title || original.content !== present.content
  const pictures = usePictureWords()(turnedPictures(original.media, present.media))
  const changed = reworded || pictures !== ''
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {changed ? t`Changes` : (heading ?? t`Original`)}
        </Text>
        <p className="c-quiet">
          {reworded ? (
            <Trans>Removed text is struck through. New text is highlighted.</Trans>
          ) : (
            <Trans>The text hasn’t changed.</Trans>
          )}
        </p>
        <p className="c-quiet">{pictures || <Trans>Photos and videos haven’t changed.</Trans>}</p>
        <div className="c-diff" data-user-content>
          {(original.title || present.title) && (
            <h3 dir="auto">
              <Difference before={original.title} after={present.title} />
            </h3>
          )}
          <p dir="auto">
            <Difference before={original.content} after={present.content} />
          </p>
        </div>
      </BlockStack>
    </Card>
  )
}

function Difference({ before, after }: { before: string; after: string }) {
  return wordDiff(before, after).map(({ kind, text }, place) => {
    if (kind === 'gone') return <del key={place}>{text}</del>
    if (kind === 'new') return <ins key={place}>{text}</ins>
    return <span key={place}>{text}</span>
  })
}
