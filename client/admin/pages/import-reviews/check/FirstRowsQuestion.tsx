import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Checkbox } from '@shopify/polaris'
import { plans, isPlanId } from '../../../../../rules/plans.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { useViewer } from '../../../shell/frame/viewer.tsx'

interface Props {
  newReviews: number
  /** The plan's limit for one import. */
  limit: number
  answer: boolean
  decide: (answer: boolean) => void
}

/**
 * Asks to import only the first reviews, because the file exceeds the plan's limit. Without consent nothing is
 * imported.
 */
export function FirstRowsQuestion({ newReviews, limit, answer, decide }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const { shop } = useViewer()
  const plan = isPlanId(shop.plan) ? plans[shop.plan].displayName : shop.plan
  const [all, most] = [format.number(newReviews), format.number(limit)]
  return (
    <Card>
      <section className="c-import-section">
        <h2>{t`This file has ${all} new reviews`}</h2>
        <p>
          <Trans>
            The {plan} plan imports up to {most} new reviews at a time. Import the same file again to add the next ones.
          </Trans>
        </p>
        <Checkbox label={t`Import the first ${most} new reviews`} checked={answer} onChange={decide} />
      </section>
    </Card>
  )
}
