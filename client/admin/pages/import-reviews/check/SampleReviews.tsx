import { Plural, useLingui } from '@lingui/react/macro'
import { Badge, Card } from '@shopify/polaris'
import { chooseImportedStatus } from '../../../../../rules/import-status.ts'
import type { ReviewStatus } from '../../../../../rules/review-status.ts'
import { Part } from '../../../shell/Part.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { ReviewStatusBadge } from '../../../ui/ReviewStatusBadge.tsx'
import { Stars } from '../../../ui/Stars.tsx'
import { placeOf, productOf, type CheckedRun, type CheckProps, type Decided } from './answers.ts'
import { ProductName } from './ProductChoice.tsx'

type Sample = CheckedRun['sampleRows'][number]

/** Previews the first reviews under the current answers. */
export function SampleReviews({ run, decided }: Omit<CheckProps, 'answer'>) {
  const { t } = useLingui()
  if (run.sampleRows.length === 0) return null
  return (
    <section className="c-samples" aria-labelledby="import-samples">
      <h2 id="import-samples">{t`Preview`}</h2>
      <ul>
        {run.sampleRows.map((sample) => {
          const missing = run.unmatchedProducts.find(({ key }) => key === sample.productKey)
          return (
            <SampleReview
              key={sample.row}
              sample={sample}
              product={sample.productTitle || missing?.title || sample.productKey}
              place={missing ? placeOf(sample.productKey, decided) : null}
              publish={decided.publish}
            />
          )
        })}
      </ul>
    </section>
  )
}

interface SampleProps {
  sample: Sample
  /** The product's name in the shop, else in the file. */
  product: string
  /** Where the review goes if the shop doesn't have its product. */
  place: string | null
  publish: Decided['publish']
}

function SampleReview({ sample, product, place, publish }: SampleProps) {
  const { t } = useLingui()
  const format = useFormat()
  const { author, rate, originalRate, title, content, createdAt, status, pictures, productTitle } = sample
  const staysOut = place === 'skip'
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
          {content && (
            <p className="c-sample-text" data-user-content>
              {content}
            </p>
          )}
          {!content && !title && <p className="c-quiet">{t`No text`}</p>}
          <footer>
            <span data-user-content>{author || t`Anonymous`}</span>
            {createdAt && <time dateTime={createdAt}>{format.date(createdAt)}</time>}
            {pictures > 0 && (
              <span>
                <Plural value={pictures} one="# photo or video" other="# photos and videos" />
              </span>
            )}
            <SampleProduct name={product} place={place} missing={productTitle === '' && product !== ''} />
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
function SampleProduct({ name, place, missing }: { name: string; place: string | null; missing: boolean }) {
  const { t } = useLingui()
  if (place === 'shop') return <span className="c-sample-product">{t`The shop itself`}</span>
  const chosen = productOf(place)
  return (
    <span className="c-sample-product" data-missing={missing && !chosen ? '' : undefined} data-user-content>
      {chosen ? (
        <Part waits={name} failed={() => name}>
          <ProductName id={chosen} />
        </Part>
      ) : (
        name || t`The shop itself`
      )}
    </span>
  )
}
