import { useLingui } from '@lingui/react/macro'
import { Spinner } from '@shopify/polaris'
import { lazyComponent } from '../../shell/relay/lazyComponent.tsx'
import { Part } from '../../shell/Part.tsx'

interface Props {
  /** Relay ids. */
  selected: readonly string[]
  onChange: (ids: readonly string[]) => void
}

// Load it only for a filter by products.
const ProductPicker = lazyComponent(() => import('../ProductPicker.tsx').then((module) => module.ProductPicker))

/** Picks products in the popover of a list's filter. */
export function ProductFilter(props: Props) {
  const { t } = useLingui()
  return (
    <div className="c-product-filter">
      <Part waits={<Spinner size="small" accessibilityLabel={t`Loading products`} />}>
        <ProductPicker {...props} />
      </Part>
    </div>
  )
}
