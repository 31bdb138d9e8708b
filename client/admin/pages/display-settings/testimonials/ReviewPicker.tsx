import { useLingui } from '@lingui/react/macro'
import { Badge, BlockStack, Button, Checkbox, Text, TextField } from '@shopify/polaris'
import { useDeferredValue, useId, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import { productPickerLimit } from '../../../../../rules/limits.ts'
import type { ReviewPickerQuery, ReviewPickerQuery$data } from '../../../../__generated__/ReviewPickerQuery.graphql.ts'
import { useOwnQuery } from '../../../shell/Part.tsx'
import { uuidOf } from '../../../shell/relay/rowIds.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { ProductThumbnail } from '../../../ui/ProductThumbnail.tsx'
import { Stars } from '../../../ui/Stars.tsx'

interface Props {
  /** UUIDs in display order. */
  selected: readonly string[]
  max: number
  onChange: (ids: readonly string[]) => void
}

type Review = NonNullable<ReviewPickerQuery$data['viewer']['shop']>['reviews']['edges'][number]['node']

/** Longer texts may not fit into the lines of a row. */
const shortChars = 110

/** Searches published reviews and selects some. Keeps the order of selection. */
export function ReviewPicker({ selected, max, onChange }: Props) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const {
    viewer: { shop },
  } = useOwnQuery<ReviewPickerQuery>(
    graphql`
    query ReviewPickerQuery($first: Int, $filter: ReviewFilter) {
      viewer { shop { reviews(first: $first, filter: $filter, sort: RECENT) { edges { node {
        id rate title content firstName lastName createdAt testimonial product { title image } media { id url thumbnailUrl hidden }
      } } } } }
    }
  `,
    { first: productPickerLimit, filter: { status: ['PUBLISHED'], ...(search && { search }) } },
  )
  const reviews = shop?.reviews.edges.map(({ node }) => ({ review: node, uuid: uuidOf(node.id) })) ?? []
  return (
    <BlockStack gap="200">
      <TextField
        label={t`Search reviews`}
        labelHidden
        placeholder={t`Search reviews`}
        autoComplete="off"
        type="search"
        value={typed}
        onChange={setTyped}
        clearButton
        onClearButtonClick={() => setTyped('')}
      />
      {reviews.length === 0 ? (
        <Text as="p" tone="subdued">{t`No reviews found`}</Text>
      ) : (
        <ul className="c-review-picker">
          {reviews.map(({ review, uuid }) => {
            const isPicked = selected.includes(uuid)
            return (
              <PickerRow
                key={uuid}
                review={review}
                isPicked={isPicked}
                disabled={!isPicked && selected.length >= max}
                onChange={() => onChange(isPicked ? selected.filter((id) => id !== uuid) : [...selected, uuid])}
              />
            )
          })}
        </ul>
      )}
    </BlockStack>
  )
}

interface RowProps {
  review: Review
  isPicked: boolean
  disabled: boolean
  onChange: () => void
}

function PickerRow({
  review: { rate, title, content, firstName, lastName, createdAt, testimonial, product, media },
  isPicked,
  disabled,
  onChange,
}: RowProps) {
  const { t } = useLingui()
  const format = useFormat()
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  const photo = media.find(({ url, hidden }) => url && !hidden)
  const text = [title, content].filter(Boolean).join(' – ')
  return (
    <li>
      <Checkbox
        label={
          <span className="c-picked-review">
            <Stars rate={rate} size={13} />
            <strong data-user-content dir="auto">
              {`${firstName} ${lastName}`.trim() || t`Anonymous`}
            </strong>
            <span className="c-quiet">{format.date(createdAt)}</span>
            {testimonial && <Badge>{t`Testimonial`}</Badge>}
          </span>
        }
        checked={isPicked}
        disabled={disabled}
        onChange={onChange}
        ariaDescribedBy={id}
      />
      <div className="c-picked-body" id={id}>
        {product && (
          <span className="c-picked-product c-quiet">
            <ProductThumbnail image={product.image ?? null} size={24} />
            <span>{product.title}</span>
          </span>
        )}
        <div className="c-picked-text">
          {text && (
            <p data-user-content dir="auto" className={isWhole ? undefined : 'c-picked-clamp'}>
              {text}
            </p>
          )}
          {photo && (
            <img
              className="c-thumb"
              src={photo.thumbnailUrl ?? photo.url ?? ''}
              alt={t`Photo in the review`}
              width="48"
              height="48"
              loading="lazy"
            />
          )}
        </div>
        {text.length > shortChars && (
          <Button variant="plain" ariaExpanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? t`Show less` : t`Show more`}
          </Button>
        )}
      </div>
    </li>
  )
}
