import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Badge, Card } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type {
  SampleReviews_run$data,
  SampleReviews_run$key,
} from '../../../../__generated__/SampleReviews_run.graphql.ts'
import { chooseImportedStatus } from '../../../../../rules/import-status.ts'
import type { ReviewStatus } from '../../../../../rules/review-status.ts'
import { Part } from '../../../shell/Part.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { ReviewStatusBadge } from '../../../ui/ReviewStatusBadge.tsx'
import { Stars } from '../../../ui/Stars.tsx'
import { placeOf, type Decided } from './answers.ts'
import { ProductName } from './ProductChoice.tsx'

const fragment = graphql`
  fragment SampleReviews_run on ImportRun {
    sampleRows { row author rate originalRate title content createdAt status productKey productTitle pictures }
  }
`

type Sample = SampleReviews_run$data['sampleRows'][number]

interface Props {
  run: SampleReviews_run$key
  decided: Decided
  /** Products in the file that the shop doesn't have. */
  unmatched: readonly { key: string; title: string }[]
}

/** Previews the first reviews under the current answers. */
export function SampleReviews({ run: key, decided, unmatched }: Props) {
  const { sampleRows } = useFragment(fragment, key)
  if (sampleRows.length === 0) return null
  return (
    <section className="c-samples" aria-labelledby="import-samples">
      <h2 id="import-samples">
        <Trans>Preview</Trans>
      </h2>
      <ul>
        {sampleRows.map((sample) => {
          const missing = unmatched.find(({ key: name }) => name === sample.productKey)
          const place = missing ? placeOf(sample.productKey, decided) : null
          return (
            <SampleReview
              key={sample.row}
              sample={missing ? { ...sample, productKey: missing.title || sample.productKey } : sample}
              place={place}
              staysOut={place === 'skip'}
              publish={decided.publish}
            />
          )
        })}
      </ul>
    </section>
  )
}

function SampleReview({
  sample,
  place,
  staysOut,
  publish,
}: {
  sample: Sample
  place: string | null
  staysOut: boolean
  publish: Decided['publish']
}) {
  const { t } = useLingui()
  const format = useFormat()
  const { author, rate, originalRate, title, content, createdAt, status, pictures } = sample
  return (
    <li data-out={staysOut ? '' : undefined}>
      <Card>
        <article className="c-sample">
          <header>
            <Stars rate={rate} />
            {originalRate && <small>{t`Originally ${originalRate}`}</small>}
            {staysOut ? (
              <Badge tone="critical">{t`Not imported`}</Badge>
            ) : (
              <ReviewStatusBadge status={statusAfter(status, publish)} />
            )}
          </header>
          {title && <h3 data-user-content>{title}</h3>}
          {content ? (
            <p className="c-sample-text" data-user-content>
              {content}
            </p>
          ) : (
            !title && (
              <p className="c-quiet">
                <Trans>No text</Trans>
              </p>
            )
          )}
          <footer>
            <span data-user-content>{author || t`Anonymous`}</span>
            {createdAt && <time dateTime={createdAt}>{format.date(createdAt)}</time>}
            {pictures > 0 && (
              <span>
                <Plural value={pictures} one="# photo or video" other="# photos and videos" />
              </span>
            )}
            <SampleProduct sample={sample} place={place} />
          </footer>
        </article>
      </Card>
    </li>
  )
}

/** Returns the review's status under the merchant's choice. */
const statusAfter = (inFile: Sample['status'], publish: Decided['publish']) =>
  chooseImportedStatus(inFile.toLowerCase() as ReviewStatus, publish).toUpperCase() as Uppercase<ReviewStatus>

/** Names the review's product: its own, the chosen one, or the shop. */
function SampleProduct({ sample: { productKey, productTitle }, place }: { sample: Sample; place: string | null }) {
  const { t } = useLingui()
  if (place === 'shop') return <span className="c-sample-product">{t`The shop itself`}</span>
  if (place !== null && place !== 'skip')
    return (
      <span className="c-sample-product" data-user-content>
        <Part waits={productKey} failed={() => productKey}>
          <ProductName id={place} />
        </Part>
      </span>
    )
  const missing = productTitle === '' && productKey !== ''
  return (
    <span className="c-sample-product" data-missing={missing ? '' : undefined} data-user-content>
      {productTitle || productKey || t`The shop itself`}
    </span>
  )
}
