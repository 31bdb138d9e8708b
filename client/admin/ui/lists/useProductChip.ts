import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import type { useProductChipQuery } from '../../../__generated__/useProductChipQuery.graphql.ts'

/**
 * Returns the text of a product filter's chip: the first product's name and the number of others. The list doesn't wait
 * for the name. For deleted products, only the number is shown.
 */
export function useProductChip(ids: readonly string[]): string {
  const { t } = useLingui()
  const environment = useRelayEnvironment()
  const [first] = ids
  const [named, setNamed] = useState<{ id: string; title: string } | null>(null)
  useEffect(() => {
    if (!first) return
    const asked = fetchQuery<useProductChipQuery>(
      environment,
      graphql`
      query useProductChipQuery($id: ID!) { node(id: $id) { ... on Product { title } } }
    `,
      { id: first },
      { fetchPolicy: 'store-or-network' },
    ).subscribe({
      next: ({ node }) => setNamed({ id: first, title: node?.title ?? '' }),
      error: () => undefined,
    })
    return () => asked.unsubscribe()
  }, [environment, first])
  const products = ids.length
  const title = named?.id === first ? named?.title : ''
  if (!title) return t`${products} selected`
  const more = products - 1
  return more > 0 ? t`${title} and ${more} more` : title
}
