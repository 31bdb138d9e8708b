import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Checkbox } from '@shopify/polaris'
import { plans, isPlanId } from '../../../../rules/plans.ts'
import { useFormat } from '../../shell/useFormat.ts'
import { useViewer } from '../../shell/viewer.tsx'

interface Props {
  rows: number
  /** What the plan takes at a time. */
  limit: number
  answer: boolean
  decide: (answer: boolean) => void
}

/** More rows than the plan takes at a time: nothing is taken unless the merchant says so. */
export function FirstRowsQuestion({ rows, limit, answer, decide }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const { shop } = useViewer()
  const plan = isPlanId(shop.plan) ? plans[shop.plan].displayName : shop.plan
  const [all, most] = [format.number(rows), format.number(limit)]
  return (
    <Card>
      <section className="c-import-section">
        <h2>{t`The file has ${all} reviews, your plan takes ${most} at a time`}</h2>
        <p><Trans>On the {plan} plan a file may have {most} rows. You can take the first ones now and the others with another file.</Trans></p>
        <Checkbox label={t`Take the first ${most}`} checked={answer} onChange={decide} />
      </section>
    </Card>
  )
}
