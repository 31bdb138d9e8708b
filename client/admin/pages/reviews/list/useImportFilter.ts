import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import type { useImportFilterQuery } from '../../../../__generated__/useImportFilterQuery.graphql.ts'
import type { ListFilter } from '../../../ui/lists/ListFilters.tsx'
import type { ReviewListFilter } from './reviewListSpec.ts'

/**
 * Filters by one import. Only a link sets this filter. The chip names the import's file; the list doesn't wait for the
 * name.
 * @param chosen Relay id of the import, or nothing
 */
export function useImportFilter([chosen]: readonly string[]): ListFilter<ReviewListFilter>[] {
  const { t } = useLingui()
  const environment = useRelayEnvironment()
  const [named, setNamed] = useState<{ id: string; fileName: string } | null>(null)
  useEffect(() => {
    if (!chosen) return
    const asked = fetchQuery<useImportFilterQuery>(
      environment,
      graphql`
      query useImportFilterQuery($id: ID!) { importRun(id: $id) { fileName } }
    `,
      { id: chosen },
      { fetchPolicy: 'store-or-network' },
    ).subscribe({
      next: ({ importRun }) => setNamed({ id: chosen, fileName: importRun?.fileName ?? '' }),
      error: () => undefined,
    })
    return () => asked.unsubscribe()
  }, [environment, chosen])
  if (!chosen) return []
  const fileName = named?.id === chosen ? named.fileName : ''
  return [
    {
      name: 'importFilter',
      label: t({ message: 'Import', context: 'an import, as a noun' }),
      choices: [{ value: chosen, label: fileName || t`One import` }],
    },
  ]
}
