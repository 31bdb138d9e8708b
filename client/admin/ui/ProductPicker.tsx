import { useLingui } from '@lingui/react/macro'
import { BlockStack, OptionList, Text, TextField } from '@shopify/polaris'
import { useDeferredValue, useEffect, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import { productPickerLimit, searchDebounceMs } from '../../../rules/limits.ts'
import type { ProductPickerQuery } from '../../__generated__/ProductPickerQuery.graphql.ts'
import { useOwnQuery } from '../shell/Part.tsx'
import { ProductThumbnail } from './ProductThumbnail.tsx'

interface Props {
  /** Relay ids. */
  selected: readonly string[]
  onChange: (ids: readonly string[]) => void
  multiple?: boolean
}

/** Finds products by name, at most 30 at a time (spec 5), and selects some. */
export function ProductPicker({ selected, onChange, multiple = true }: Props) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(useSettled(typed.trim()))
  const {
    viewer: { shop },
  } = useOwnQuery<ProductPickerQuery>(
    graphql`
    query ProductPickerQuery($first: Int, $search: String) {
      viewer { shop { products(first: $first, search: $search) { edges { node { id title image } } } } }
    }
  `,
    { first: productPickerLimit, search: search || null },
  )
  const products = shop?.products.edges.map(({ node }) => node) ?? []
  return (
    <BlockStack gap="200">
      <TextField
        label={t`Search products`}
        labelHidden
        placeholder={t`Search products`}
        autoComplete="off"
        type="search"
        value={typed}
        onChange={setTyped}
        clearButton
        onClearButtonClick={() => setTyped('')}
      />
      {products.length === 0 ? (
        <Text as="p" tone="subdued">{t`No products found`}</Text>
      ) : (
        <div className="c-picker">
          <OptionList
            allowMultiple={multiple}
            verticalAlign="center"
            options={products.map(({ id, title, image }) => ({
              value: id,
              label: <span data-user-content>{title}</span>,
              media: <ProductThumbnail image={image ?? null} />,
            }))}
            selected={[...selected]}
            onChange={onChange}
          />
        </div>
      )}
    </BlockStack>
  )
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), searchDebounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
