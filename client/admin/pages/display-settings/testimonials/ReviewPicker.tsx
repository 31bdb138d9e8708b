import { useLingui } from '@lingui/react/macro'
import { Badge, BlockStack, OptionList, Text, TextField } from '@shopify/polaris'
import { useDeferredValue, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import { productPickerLimit } from '../../../../../rules/limits.ts'
import type { ReviewPickerQuery } from '../../../../__generated__/ReviewPickerQuery.graphql.ts'
import { useOwnQuery } from '../../../shell/Part.tsx'
import { uuidOf } from '../../../shell/relay/rowIds.ts'
import { Stars } from '../../../ui/Stars.tsx'

interface Props {
  /** UUIDs in the order in which they are shown. */
  selected: readonly string[]
  max: number
  onChange: (ids: readonly string[]) => void
}

/** Finds published reviews and picks some of them, in the order of the picking. */
export function ReviewPicker({ selected, max, onChange }: Props) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const { viewer: { shop } } = useOwnQuery<ReviewPickerQuery>(graphql`
    query ReviewPickerQuery($first: Int, $filter: ReviewFilter) {
      viewer { shop { reviews(first: $first, filter: $filter, sort: RECENT) { edges { node { id rate title content firstName lastName testimonial } } } } }
    }
  `, { first: productPickerLimit, filter: { status: ['PUBLISHED'], ...(search && { search }) } })
  const reviews = shop?.reviews.edges.map(({ node }) => ({ ...node, uuid: uuidOf(node.id) })) ?? []
  // What is selected and not found now stays selected.
  const change = (found: readonly string[]) => {
    const kept = selected.filter((id) => found.includes(id) || !reviews.some(({ uuid }) => uuid === id))
    onChange([...kept, ...found.filter((id) => !kept.includes(id))].slice(0, max))
  }
  return (
    <BlockStack gap="200">
      <TextField label={t`Search reviews`} labelHidden placeholder={t`Search reviews`} autoComplete="off" type="search" value={typed} onChange={setTyped} clearButton onClearButtonClick={() => setTyped('')} />
      {reviews.length === 0
        ? <Text as="p" tone="subdued">{t`No reviews found`}</Text>
        : (
            <div className="c-picker">
              <OptionList
                allowMultiple
                options={reviews.map(({ uuid, rate, title, content, firstName, lastName, testimonial }) => ({
                  value: uuid,
                  disabled: selected.length >= max && !selected.includes(uuid),
                  label: (
                    <span className="c-picked-review">
                      <Stars rate={rate} size={13} />
                      <span data-user-content>{title || content || `${firstName} ${lastName}`.trim()}</span>
                      {testimonial && <Badge>{t`Testimonial`}</Badge>}
                    </span>
                  ),
                }))}
                selected={[...selected]}
                onChange={change}
              />
            </div>
          )}
    </BlockStack>
  )
}
