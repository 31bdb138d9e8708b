import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Badge, Card } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type { SampleReviews_run$data, SampleReviews_run$key } from '../../../__generated__/SampleReviews_run.graphql.ts'
import { maxRate } from '../../../../rules/limits.ts'
import { useFormat } from '../../shell/useFormat.ts'
import { ReviewStatusBadge } from '../../ui/ReviewStatusBadge.tsx'
import { Stars } from '../../ui/Stars.tsx'

const fragment = graphql`
  fragment SampleReviews_run on ImportRun {
    sampleRows { row author rate originalRate title content createdAt status productKey productTitle pictures }
  }
`

type Sample = SampleReviews_run$data['sampleRows'][number]

/** The first reviews as they will look in the shop. */
export function SampleReviews({ run: key, scale }: { run: SampleReviews_run$key, scale: '10' | '5' | null }) {
  const { sampleRows } = useFragment(fragment, key)
  if (sampleRows.length === 0) return null
  return (
    <section className="c-samples" aria-labelledby="import-samples">
      <h2 id="import-samples"><Trans>How they will look</Trans></h2>
      <ul>
        {sampleRows.map((sample) => <SampleReview key={sample.row} sample={sample} staysOut={scale === '5' && Number(sample.originalRate) > maxRate} />)}
      </ul>
    </section>
  )
}

function SampleReview({ sample, staysOut }: { sample: Sample, staysOut: boolean }) {
  const { t } = useLingui()
  const format = useFormat()
  const { author, rate, originalRate, title, content, createdAt, status, productKey, productTitle, pictures } = sample
  return (
    <li data-out={staysOut ? '' : undefined}>
      <Card>
        <article className="c-sample">
          <header>
            <Stars rate={rate} />
            {originalRate && <small>{t`from ${originalRate}`}</small>}
            {staysOut ? <Badge tone="critical">{t`Stays out`}</Badge> : <ReviewStatusBadge status={status} />}
          </header>
          {title && <h3 data-user-content>{title}</h3>}
          <p className="c-sample-text" data-user-content>{content}</p>
          <footer>
            <span data-user-content>{author || t`Anonymous`}</span>
            {createdAt && <time dateTime={createdAt}>{format.date(createdAt)}</time>}
            {pictures > 0 && <span><Plural value={pictures} one="# picture" other="# pictures" /></span>}
            <span className="c-sample-product" data-missing={productTitle === '' && productKey !== '' ? '' : undefined} data-user-content>{productTitle || productKey || t`The shop itself`}</span>
          </footer>
        </article>
      </Card>
    </li>
  )
}
