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
        label={t`Where reviews of ${name} go`}
        labelHidden
        value={value}
        options={[
          { value: 'all', label: t`Like the others` },
          { value: 'product', label: t`To a product` },
          { value: 'shop', label: t`To the shop itself` },
          { value: 'skip', label: t`Leave out` },
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
