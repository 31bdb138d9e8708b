import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Card } from '@shopify/polaris'
import { useState } from 'react'
import { isWholeList, ownPlaceOf, withPlace, type Decided } from './answers.ts'
import { Choices } from './Choices.tsx'
import { PlaceOfProduct } from './PlaceOfProduct.tsx'
import { ProductChoice } from './ProductChoice.tsx'

interface UnmatchedProduct {
  /** Identifies the product in the answers. Shown if the file has no title for it. */
  key: string
  rows: number
  title: string
  /** The shop's product with the most similar name. */
  suggestion: { productId: string; title: string } | null | undefined
}

interface Props {
  /** Number of reviews without a product, and the first of those products. */
  run: { unmatched: number; unmatchedProducts: readonly UnmatchedProduct[] }
  decided: Decided
  decide: (change: Partial<Decided>) => void
}

const shownAtFirst = 5

/** Asks where reviews of missing products go: one answer for all, and exceptions for single products. */
export function UnmatchedProducts({ run, decided, decide }: Props) {
  const { t } = useLingui()
  const products = run.unmatchedProducts
  const [all, setAll] = useState(false)
  const shown = all ? products : products.slice(0, shownAtFirst)
  const more = products.length - shown.length
  const chosenProduct =
    decided.unmatched !== null && decided.unmatched !== 'shop' && decided.unmatched !== 'skip'
      ? decided.unmatched
      : null
  const [oneProduct, setOneProduct] = useState(false)
  const answer = oneProduct || chosenProduct ? 'product' : decided.unmatched
  return (
    <Card>
      <Choices
        title={t`Some products aren’t in your shop. Where should their reviews go?`}
        answer={answer as 'shop' | 'skip' | 'product' | null}
        decide={(value) => {
          setOneProduct(value === 'product')
          decide({ unmatched: value === 'product' ? null : value })
        }}
        choices={[
          {
            value: 'shop',
            label: t`Add to your shop, not to a product`,
            help: <Trans>They count as reviews of your shop.</Trans>,
          },
          {
            value: 'product',
            label: t`Add all to one product`,
            help:
              answer === 'product' ? (
                <ProductChoice chosen={chosenProduct} choose={(id) => decide({ unmatched: id })} />
              ) : (
                <Trans>For example, the product that replaced them.</Trans>
              ),
          },
          { value: 'skip', label: t`Don’t import them`, help: <Trans>You can download them after the import.</Trans> },
        ]}
      >
        <p>
          {isWholeList(run) && (
            <>
              <Plural
                value={products.length}
                one="# product in the file has no match."
                other="# products in the file have no match."
              />{' '}
            </>
          )}
          <Trans>Choose for all of them here. You can change single products below.</Trans>
        </p>
      </Choices>
      <ul className="c-unmatched">
        {shown.map((product) => (
          <Unmatched
            key={product.key}
            product={product}
            place={ownPlaceOf(product.key, decided)}
            choose={(place) => decide({ unmatchedOf: withPlace(decided.unmatchedOf, product.key, place) })}
          />
        ))}
      </ul>
      {more > 0 && (
        <div className="c-unmatched-more">
          <Button variant="plain" onClick={() => setAll(true)}>{t`Show ${more} more`}</Button>
        </div>
      )}
    </Card>
  )
}

interface UnmatchedProps {
  product: UnmatchedProduct
  /** See PlaceOfProduct. */
  place: string | null
  choose: (place: string | null) => void
}

/** One product of the file. Offers the suggested product, which only a click accepts. */
function Unmatched({ product: { key, rows, title, suggestion }, place, choose }: UnmatchedProps) {
  const { t } = useLingui()
  const name = title || key
  const suggested = suggestion?.title
  const taken = suggestion?.productId === place
  return (
    <li>
      <div className="c-unmatched-name">
        <span data-user-content>{name}</span>
        {title && title !== key && (
          <span className="c-quiet" data-user-content>
            {' '}
            {key}
          </span>
        )}
        {suggestion && (
          <div>
            <Button
              variant="plain"
              textAlign="start"
              pressed={taken}
              onClick={() => choose(taken ? null : suggestion.productId)}
            >{t`Did you mean ${suggested}?`}</Button>
          </div>
        )}
      </div>
      <span className="c-quiet">
        <Plural value={rows} one="# review" other="# reviews" />
      </span>
      <PlaceOfProduct name={name} place={place} choose={choose} />
    </li>
  )
}
