import { useLingui } from '@lingui/react/macro'
import { BlockStack, OptionList, Spinner, Text, TextField } from '@shopify/polaris'
import { useDeferredValue, useEffect, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import { searchDebounceMs } from '../../../../../rules/limits.ts'
import type { BuyerFilterQuery } from '../../../../__generated__/BuyerFilterQuery.graphql.ts'
import { Part, useOwnQuery } from '../../../shell/Part.tsx'

interface Props {
  /** Email addresses. */
  selected: readonly string[]
  onChange: (emails: readonly string[]) => void
}

/** Picks buyers in the filter's popover. Chosen buyers stay visible during a search. */
export function BuyerFilter({ selected, onChange }: Props) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), searchDebounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  const search = useDeferredValue(settled)
  return (
    <div className="c-product-filter">
      <BlockStack gap="200">
        <TextField
          label={t`Search buyers`}
          labelHidden
          placeholder={t`Search buyers`}
          autoComplete="off"
          type="search"
          value={typed}
          onChange={setTyped}
          clearButton
          onClearButtonClick={() => setTyped('')}
        />
        <Part waits={<Spinner size="small" accessibilityLabel={t`Loading buyers`} />}>
          <Found search={search} selected={selected} onChange={onChange} />
        </Part>
      </BlockStack>
    </div>
  )
}

const shownBuyers = 20

function Found({ search, selected, onChange }: Props & { search: string }) {
  const { t } = useLingui()
  const {
    viewer: { shop },
  } = useOwnQuery<BuyerFilterQuery>(
    graphql`
    query BuyerFilterQuery($first: Int, $search: String) {
      viewer { shop { customers(first: $first, search: $search) { edges { node { id displayName email } } } } }
    }
  `,
    { first: shownBuyers, search: search || null },
  )
  const found = shop?.customers.edges.map(({ node }) => node) ?? []
  const others = selected.filter((email) => !found.some((customer) => customer.email === email))
  if (found.length === 0 && others.length === 0) return <Text as="p" tone="subdued">{t`No buyers found`}</Text>
  const options = [
    ...others.map((email) => ({ value: email, label: <span data-user-content>{email}</span> })),
    ...found.map(({ email, displayName }) => ({
      value: email,
      label: <span data-user-content>{displayName ? `${displayName} · ${email}` : email}</span>,
    })),
  ]
  return (
    <div className="c-picker">
      <OptionList allowMultiple options={options} selected={[...selected]} onChange={onChange} />
    </div>
  )
}
