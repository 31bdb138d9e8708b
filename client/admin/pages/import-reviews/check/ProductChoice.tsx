import { useLingui } from '@lingui/react/macro'
import { Button, Popover, Spinner } from '@shopify/polaris'
import { useState, type ReactNode } from 'react'
import { graphql } from 'react-relay/hooks'
import type { ProductChoiceQuery } from '../../../../__generated__/ProductChoiceQuery.graphql.ts'
import { Part, useOwnQuery } from '../../../shell/Part.tsx'
import { ProductPicker } from '../../../ui/ProductPicker.tsx'

interface Props {
  /** Relay id. */
  chosen: string | null
  choose: (id: string) => void
}

/** Finds one product of the shop by name. */
export function ProductChoice({ chosen, choose }: Props) {
  const { t } = useLingui()
  const [open, setOpen] = useState(chosen === null)
  const loading = <Spinner size="small" accessibilityLabel={t`Loading products`} />
  const button = (label: string) => (
    <Button disclosure onClick={() => setOpen(true)}>
      {label}
    </Button>
  )
  const pick = (ids: readonly string[]) => {
    const picked = ids.at(-1)
    if (!picked) return
    choose(picked)
    setOpen(false)
  }
  return (
    <Popover
      active={open}
      onClose={() => setOpen(false)}
      activator={
        chosen ? (
          <Part waits={loading} failed={() => button(t`Choose a product`)}>
            <ProductName id={chosen}>{button}</ProductName>
          </Part>
        ) : (
          button(t`Choose a product`)
        )
      }
    >
      {/* Only the list scrolls, not the popover around it. */}
      <Popover.Pane fixed>
        <Popover.Section>
          <div className="c-product-filter">
            <Part waits={loading}>
              <ProductPicker selected={chosen ? [chosen] : []} onChange={pick} multiple={false} />
            </Part>
          </div>
        </Popover.Section>
      </Popover.Pane>
    </Popover>
  )
}

interface NameProps {
  id: string
  children?: (name: string) => ReactNode
}

/** Shows a product's name by its Relay id. Suspends until it is loaded. */
export function ProductName({ id, children = (name) => name }: NameProps) {
  const { t } = useLingui()
  const query = graphql`query ProductChoiceQuery($id: ID!) { node(id: $id) { ... on Product { title } } }`
  const { node } = useOwnQuery<ProductChoiceQuery>(query, { id })
  return children(node?.title ?? t`Choose a product`)
}
