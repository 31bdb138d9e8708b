import { useLingui } from '@lingui/react/macro'
import { BlockStack, Button, ChoiceList, InlineError, Spinner } from '@shopify/polaris'
import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { AboutProductQuery } from '../../../../__generated__/AboutProductQuery.graphql.ts'
import { Part, useOwnQuery } from '../../../shell/Part.tsx'
import { ProductPicker } from '../../../ui/ProductPicker.tsx'
import { ProductThumbnail } from '../../../ui/ProductThumbnail.tsx'

export interface About {
  place: 'product' | 'shop'
  product: { id: string } | null
}

interface Props {
  about: About
  shopName: string
  error: string | undefined
  choose: (about: About) => void
}

/** Chooses the subject of a new review: one product, or the shop. */
export function AboutProduct({ about, shopName, error, choose }: Props) {
  const { t } = useLingui()
  const [picking, setPicking] = useState(true)
  const pick = (id: string) => {
    choose({ place: 'product', product: { id } })
    setPicking(false)
  }
  return (
    <BlockStack gap="400">
      <ChoiceList
        title={t`What is the review about?`}
        choices={[
          { value: 'product', label: t`A product` },
          { value: 'shop', label: t`Your store`, helpText: <span data-user-content>{shopName}</span> },
        ]}
        selected={[about.place]}
        onChange={([place]) => choose({ ...about, place: place === 'shop' ? 'shop' : 'product' })}
      />
      {about.place === 'product' && (
        <Part waits={<Spinner size="small" accessibilityLabel={t`Loading products`} />}>
          {about.product && !picking ? (
            <Chosen id={about.product.id} again={() => setPicking(true)} />
          ) : (
            <ProductPicker
              multiple={false}
              selected={about.product ? [about.product.id] : []}
              onChange={([id]) => {
                if (id) pick(id)
              }}
            />
          )}
        </Part>
      )}
      {error && <InlineError message={error} fieldID="about" />}
    </BlockStack>
  )
}

function Chosen({ id, again }: { id: string; again: () => void }) {
  const { t } = useLingui()
  const { node } = useOwnQuery<AboutProductQuery>(
    graphql`
    query AboutProductQuery($id: ID!) { node(id: $id) { ... on Product { title image } } }
  `,
    { id },
  )
  return (
    <div className="c-chosen">
      <ProductThumbnail image={node?.image ?? null} size={44} />
      <span data-user-content>{node?.title}</span>
      <Button variant="plain" onClick={again}>{t`Change`}</Button>
    </div>
  )
}
