import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { buyerNamesInChip } from '../../../../../rules/limits.ts'
import type { useBuyerChipQuery } from '../../../../__generated__/useBuyerChipQuery.graphql.ts'

/**
 * Returns the chip's text: the names of the first three buyers and the number of others (spec 2). The list doesn't wait
 * for the names. A buyer without a name is shown by email address.
 */
export function useBuyerChip(emails: readonly string[]): string {
  const { t } = useLingui()
  const format = useFormat()
  const environment = useRelayEnvironment()
  const shown = emails.slice(0, buyerNamesInChip)
  const wanted = shown.join('\n')
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  useEffect(() => {
    if (!wanted) return
    const asked = fetchQuery<useBuyerChipQuery>(
      environment,
      graphql`
      query useBuyerChipQuery($emails: [String!]!) { viewer { shop { customersByEmail(emails: $emails) { id email displayName } } } }
    `,
      { emails: wanted.split('\n') },
      { fetchPolicy: 'store-or-network' },
    ).subscribe({
      next: ({ viewer: { shop } }) =>
        setNames(
          Object.fromEntries(shop?.customersByEmail.map(({ email, displayName }) => [email, displayName]) ?? []),
        ),
      error: () => undefined,
    })
    return () => asked.unsubscribe()
  }, [environment, wanted])
  const list = format.list(shown.map((email) => names[email.toLowerCase()] || email))
  const more = emails.length - shown.length
  return more > 0 ? t`${list} and ${more} more` : list
}
