import { useLingui } from '@lingui/react/macro'
import { Select } from '@shopify/polaris'
import { useState } from 'react'
import { ProductChoice } from './ProductChoice.tsx'

interface Props {
  /** The product's name in the file. */
  name: string
  /** 'shop', 'skip' or a product id; null: the answer for all products. */
  place: string | null
  choose: (place: string | null) => void
}

/** Asks where the reviews of one product in the file go. */
export function PlaceOfProduct({ name, place, choose }: Props) {
  const { t } = useLingui()
  const [picking, setPicking] = useState(false)
  const product = place !== null && place !== 'shop' && place !== 'skip' ? place : null
  const value = picking || product ? 'product' : (place ?? 'all')
  return (
    <div className="c-place">
      <Select
        label={t`Where to add reviews of ${name}`}
        labelHidden
        value={value}
        options={[
          { value: 'all', label: t`Same as above` },
          { value: 'product', label: t`Add to a product` },
          { value: 'shop', label: t`Add to your shop, not to a product` },
          { value: 'skip', label: t`Don’t import` },
        ]}
        onChange={(next) => {
          setPicking(next === 'product')
          choose(next === 'all' || next === 'product' ? null : next)
        }}
      />
      {value === 'product' && <ProductChoice chosen={product} choose={choose} />}
    </div>
  )
}
