import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Card } from '@shopify/polaris'
import { useState } from 'react'
import type { Decided } from './answers.ts'
import { Choices } from './Choices.tsx'
import { PlaceOfProduct } from './PlaceOfProduct.tsx'
import { ProductChoice } from './ProductChoice.tsx'

interface Props {
  products: readonly { key: string, rows: number }[]
  decided: Decided
  decide: (change: Partial<Decided>) => void
}

const shownAtFirst = 5

/** Products of the file that the shop lacks: one answer for all of them, and another one where a product needs it. */
export function UnmatchedProducts({ products, decided, decide }: Props) {
  const { t } = useLingui()
  const [all, setAll] = useState(false)
  const shown = all ? products : products.slice(0, shownAtFirst)
  const more = products.length - shown.length
  const chosenProduct = decided.unmatched !== null && decided.unmatched !== 'shop' && decided.unmatched !== 'skip' ? decided.unmatched : null
  const [oneProduct, setOneProduct] = useState(false)
  const answer = oneProduct || chosenProduct ? 'product' : decided.unmatched
  return (
    <Card>
      <Choices
        title={t`Some products are not in your shop. Where shall their reviews go?`}
        answer={answer as 'shop' | 'skip' | 'product' | null}
        decide={(value) => {
          setOneProduct(value === 'product')
          decide({ unmatched: value === 'product' ? null : value })
        }}
        choices={[
          { value: 'shop', label: t`To the shop itself`, help: <Trans>They count as reviews of your shop.</Trans> },
          { value: 'product', label: t`All to one product`, help: answer === 'product' ? <ProductChoice chosen={chosenProduct} choose={(id) => decide({ unmatched: id })} /> : <Trans>For example to the one that took their place.</Trans> },
          { value: 'skip', label: t`Leave them out`, help: <Trans>You find them in the file of rows that stayed out.</Trans> },
        ]}
      >
        <p><Plural value={products.length} one="# product of the file has no match." other="# products of the file have no match." /> <Trans>Answer for all at once, then for single ones if you like.</Trans></p>
      </Choices>
      <ul className="c-unmatched">
        {shown.map(({ key, rows }) => (
          <li key={key}>
            <span className="c-unmatched-name" data-user-content>{key}</span>
            <span className="c-quiet"><Plural value={rows} one="# review" other="# reviews" /></span>
            <PlaceOfProduct
              name={key}
              place={decided.unmatchedOf[key] ?? null}
              choose={(place) => {
                const { [key]: _dropped, ...others } = decided.unmatchedOf
                decide({ unmatchedOf: place === null ? others : { ...others, [key]: place } })
              }}
            />
          </li>
        ))}
      </ul>
      {more > 0 && <div className="c-unmatched-more"><Button variant="plain" onClick={() => setAll(true)}>{t`Show ${more} more`}</Button></div>}
    </Card>
  )
}
