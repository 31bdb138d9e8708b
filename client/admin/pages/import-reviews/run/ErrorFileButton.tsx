import { useLingui } from '@lingui/react/macro'
import { Button } from '@shopify/polaris'
import { useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import type { ErrorFileButtonQuery } from '../../../../__generated__/ErrorFileButtonQuery.graphql.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useToast } from '../../../shell/toasts.tsx'

const query = graphql`
  query ErrorFileButtonQuery($id: ID!) {
    importRun(id: $id) { errorFileUrl fileKept }
  }
`

/** Downloads the rows that were not imported. Requests the URL at the click: it works once, for some minutes. */
export function ErrorFileButton({ importId }: { importId: string }) {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const environment = useRelayEnvironment()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    const answer = await fetchQuery<ErrorFileButtonQuery>(
      environment,
      query,
      { id: importId },
      { fetchPolicy: 'network-only' },
    )
      .toPromise()
      .catch(() => undefined)
    setBusy(false)
    const url = answer?.importRun?.errorFileUrl
    if (url) save(url)
    else
      toast(formatSentence(i18n, answer?.importRun?.fileKept === false ? 'importFileGone' : 'unexpected'), {
        isError: true,
      })
  }
  return <Button loading={busy} onClick={() => void download()}>{t`Download these rows`}</Button>
}

function save(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
