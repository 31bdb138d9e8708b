import { Plural, useLingui } from '@lingui/react/macro'
import { Button, Card, Select } from '@shopify/polaris'
import { useState } from 'react'
import { isWholeList, ownPlaceOf, productOf, type CheckedRun, type CheckProps } from './answers.ts'
import { Choices } from './Choices.tsx'
import { ProductChoice } from './ProductChoice.tsx'

const shownAtFirst = 5

/** Asks where reviews of missing products go: one answer for all, and exceptions for single products. */
export function UnmatchedProducts({ run, decided, answer }: CheckProps) {
  const { t } = useLingui()
  const products = run.unmatchedProducts
  const [all, setAll] = useState(false)
  const shown = all ? products : products.slice(0, shownAtFirst)
  const more = products.length - shown.length
  const place = decided.answers.unmatched ?? null
  const [oneProduct, setOneProduct] = useState(false)
  const chosen = oneProduct || productOf(place) ? 'product' : place
  return (
    <Card>
      <Choices
        title={t`Some products aren’t in your shop. Where should their reviews go?`}
        answer={chosen}
        decide={(value) => {
          setOneProduct(value === 'product')
          answer('unmatched', value === 'product' ? null : value)
        }}
        choices={[
          {
            value: 'shop',
            label: t`Add to your shop, not to a product`,
            help: t`They count as reviews of your shop.`,
          },
          {
            value: 'product',
            label: t`Add all to one product`,
            help:
              chosen === 'product' ? (
                <ProductChoice chosen={productOf(place)} choose={(id) => answer('unmatched', id)} />
              ) : (
                t`For example, the product that replaced them.`
              ),
          },
          { value: 'skip', label: t`Don’t import them`, help: t`You can download them after the import.` },
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
          {t`Choose for all of them here. You can change single products below.`}
        </p>
      </Choices>
      <ul className="c-unmatched">
        {shown.map((product) => (
          <Unmatched
            key={product.key}
            product={product}
            place={ownPlaceOf(product.key, decided)}
            choose={(to) => answer(`unmatched:${product.key}`, to)}
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
  product: CheckedRun['unmatchedProducts'][number]
  /** 'shop', 'skip' or a product id; null: the answer for all products. */
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

/** Asks where the reviews of one product in the file go. */
function PlaceOfProduct({ name, place, choose }: Omit<UnmatchedProps, 'product'> & { name: string }) {
  const { t } = useLingui()
  const [picking, setPicking] = useState(false)
  const product = productOf(place)
  const value = picking || product ? 'product' : (place ?? 'all')
  return (
    <div className="c-place">
      <Select
        label={t`Product for reviews of ${name}`}
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
