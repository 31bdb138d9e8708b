import { useLingui } from '@lingui/react/macro'
import { BlockStack, TextField } from '@shopify/polaris'
import { useState } from 'react'
import { defaultOrderRange, orderRange } from '../../../../../rules/filters.ts'
import { listProblems } from '../../../../../rules/validation.ts'
import { formatRefusal } from '../../../shell/words/sentences.ts'

interface Props {
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}

/** First and last order number. Only a complete and valid range filters (spec 5). */
export function OrderRangeFilter({ values, onChange }: Props) {
  const { t, i18n } = useLingui()
  const [typed, setTyped] = useState({
    fromOrder: values[0] ?? String(defaultOrderRange.fromOrder),
    toOrder: values[1] ?? String(defaultOrderRange.toOrder),
  })
  const checked = orderRange.safeParse(typed)
  const problems = checked.success ? [] : listProblems(checked.error)
  const problemOf = (field: string) => {
    const problem = problems.find(({ path }) => path === field)
    return problem ? formatRefusal(i18n, problem) : false
  }
  const change = (next: typeof typed) => {
    setTyped(next)
    if (orderRange.safeParse(next).success) onChange([next.fromOrder.trim(), next.toOrder.trim()])
  }
  return (
    <BlockStack gap="200">
      <TextField
        label={t`First order`}
        prefix="#"
        inputMode="numeric"
        autoComplete="off"
        value={typed.fromOrder}
        onChange={(fromOrder) => change({ ...typed, fromOrder })}
        error={problemOf('fromOrder')}
      />
      <TextField
        label={t`Last order`}
        prefix="#"
        inputMode="numeric"
        autoComplete="off"
        value={typed.toOrder}
        onChange={(toOrder) => change({ ...typed, toOrder })}
        error={problemOf('toOrder')}
      />
    </BlockStack>
  )
}
