import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { splitName } from '../../../../../../rules/author-name.ts'
import { Part } from '../../../../shell/Part.tsx'
import { usePreviewData, type PreviewData } from '../../../../ui/preview/previewReviews.ts'
import { AskCard } from './AskCard.tsx'
import { CheckedFile, type CheckedReviews } from './CheckedFile.tsx'
import { FileCard } from './FileCard.tsx'
import { ProductPreview } from './ProductPreview.tsx'
import type { StepProps } from './Setup.tsx'
import { StepFrame } from './StepFrame.tsx'

/** First step: move reviews in from a file, or ask past customers. Shows the file's reviews on the shop's product. */
export function StartStep({ shop, file: { importId, keep }, next, back }: StepProps) {
  const { t } = useLingui()
  const data = usePreviewData(shop)
  const [found, setFound] = useState<CheckedReviews | null>(null)
  return (
    <StepFrame
      title={t`Welcome to Candor`}
      lead={t`Ten reviews by tonight: bring the ones you have, or ask the customers who bought from you.`}
      effect={<ProductPreview shop={shop} data={found ? withFound(data, found) : data} branding={data.branding} />}
      primary={null}
      skip={{ run: next }}
      back={back}
    >
      {importId ? (
        <Part waits={<p className="c-quiet" role="status">{t`Checking your file…`}</p>}>
          <CheckedFile importId={importId} onChecked={setFound} next={next} forget={() => keep(null)} />
        </Part>
      ) : (
        <ul className="c-ways">
          <FileCard onUploaded={keep} />
          <Part waits={<li className="c-way c-way-waits" />} failed={() => null}>
            <AskCard next={next} />
          </Part>
        </ul>
      )}
    </StepFrame>
  )
}

/** Returns the preview's data with the file's first reviews; the summary leaves out a file's unmatched reviews. */
function withFound(data: PreviewData, { sampleRows, rates, unmatched }: CheckedReviews): PreviewData {
  const histogram =
    unmatched === 0 ? rates : [1, 2, 3, 4, 5].map((stars) => sampleRows.filter(({ rate }) => rate === stars).length)
  const count = histogram.reduce((sum, each) => sum + each, 0)
  if (count === 0) return data
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = histogram
  return {
    ...data,
    invented: false,
    summary: {
      count,
      average: histogram.reduce((sum, each, index) => sum + each * (index + 1), 0) / count,
      histogram: { 1: one, 2: two, 3: three, 4: four, 5: five },
    },
    reviews: sampleRows.map(({ row, author, createdAt, ...review }) => ({
      ...review,
      ...splitName(author),
      id: String(row),
      createdAt: createdAt ?? new Date(0).toISOString(),
      verified: null,
      incentivized: false,
      media: [],
      reply: null,
    })),
  }
}
