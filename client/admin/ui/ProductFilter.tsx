import { useLingui } from '@lingui/react/macro'
import { Spinner } from '@shopify/polaris'
import { Suspense } from 'react'
import { ProductPicker } from './ProductPicker.tsx'

interface Props {
  /** Relay ids. */
  selected: readonly string[]
  onChange: (ids: readonly string[]) => void
}

/** Picks products in the popover of a list's filter. */
export function ProductFilter(props: Props) {
  const { t } = useLingui()
  return (
    <div className="c-product-filter">
      <Suspense fallback={<Spinner size="small" accessibilityLabel={t`Loading products`} />}>
        <ProductPicker {...props} />
      </Suspense>
    </div>
  )
}
