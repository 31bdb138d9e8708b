import { useLingui } from '@lingui/react/macro'
import { Select } from '@shopify/polaris'
import { useState } from 'react'
import { ProductChoice } from './ProductChoice.tsx'

interface Props {
  /** The file's name of the product. */
  name: string
  /** 'shop', 'skip', the id of a product; null: as all the others. */
  place: string | null
  choose: (place: string | null) => void
}

/** The answer for one product of the file. */
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
