import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { fetchQuery, useRelayEnvironment } from 'react-relay/hooks'
import type { GraphQLTaggedNode, OperationType } from 'relay-runtime'
import type { MessageCode } from '../../../../rules/messages.ts'
import { useToast } from '../toasts.tsx'
import { formatSentence } from '../words/sentences.ts'

/** A file to save: a URL of the server, or the content of a CSV file. */
export type Downloaded = { href: string } | { csv: string; name: string }

/**
 * Returns a function that asks the server for a file and saves it, and whether it is running. The request is made at
 * the click, because such URLs work once. If there is no file, a toast says why.
 * @param read returns the file, or the reason why there is none
 */
export function useDownload<Query extends OperationType>(
  query: GraphQLTaggedNode,
  variables: Query['variables'],
  read: (answer: Query['response']) => Downloaded | MessageCode,
): [download: () => void, busy: boolean] {
  const { i18n } = useLingui()
  const toast = useToast()
  const environment = useRelayEnvironment()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    const answer = await fetchQuery<Query>(environment, query, variables, { fetchPolicy: 'network-only' })
      .toPromise()
      .catch(() => undefined)
    setBusy(false)
    const file = answer ? read(answer) : 'unexpected'
    if (typeof file === 'string') toast(formatSentence(i18n, file), { isError: true })
    else save(file)
  }
  return [() => void download(), busy]
}

function save(file: Downloaded): void {
  const link = document.createElement('a')
  link.href = 'href' in file ? file.href : URL.createObjectURL(new Blob([file.csv], { type: 'text/csv' }))
  link.download = 'name' in file ? file.name : ''
  link.click()
  if ('csv' in file) URL.revokeObjectURL(link.href)
}
