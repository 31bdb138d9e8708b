import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import type { useExportQuery } from '../../../../__generated__/useExportQuery.graphql.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useToast } from '../../../shell/toasts.tsx'

/** Downloads the whole list as a CSV file. */
export function useExport(): [() => void, boolean] {
  const { i18n } = useLingui()
  const toast = useToast()
  const environment = useRelayEnvironment()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    const query = graphql`query useExportQuery { viewer { shop { suppressionsCsv } } }`
    const answer = await fetchQuery<useExportQuery>(environment, query, {}, { fetchPolicy: 'network-only' })
      .toPromise()
      .catch(() => undefined)
    setBusy(false)
    const csv = answer?.viewer.shop?.suppressionsCsv
    if (csv === undefined) {
      toast(formatSentence(i18n, 'unexpected'), { isError: true })
      return
    }
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }))
    link.download = 'suppression-list.csv'
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return [() => void run(), busy]
}
