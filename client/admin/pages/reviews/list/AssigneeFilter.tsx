import { useLingui } from '@lingui/react/macro'
import { Spinner } from '@shopify/polaris'
import { useEffect, useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import type { AssigneeFilterQuery } from '../../../../__generated__/AssigneeFilterQuery.graphql.ts'
import { lazyComponent } from '../../../shell/relay/lazyComponent.tsx'
import { Part } from '../../../shell/Part.tsx'

interface Props {
  /** `me`, `unassigned`, an account's id, or empty. */
  chosen: string
  onChange: (word: string) => void
}

const PersonChoice = lazyComponent(() => import('../assign/PersonChoice.tsx').then((module) => module.PersonChoice))

/** Chooses whose reviews the list shows. */
export function AssigneeFilter({ chosen, onChange }: Props) {
  const { t } = useLingui()
  return (
    <Part waits={<Spinner size="small" accessibilityLabel={t`Loading`} />}>
      <PersonChoice label={t`Assigned to`} chosen={chosen} onChange={onChange} me />
    </Part>
  )
}

/** Returns the text of the filter's chip. The list doesn't wait for a person's name. */
export function useAssigneeChip(chosen: string | undefined): string {
  const { t } = useLingui()
  const environment = useRelayEnvironment()
  const [named, setNamed] = useState<{ id: string; name: string } | null>(null)
  const account = chosen === 'me' || chosen === 'unassigned' ? undefined : chosen
  useEffect(() => {
    if (!account) return
    const asked = fetchQuery<AssigneeFilterQuery>(
      environment,
      graphql`
      query AssigneeFilterQuery { viewer { shop { people { accountId name email } } } }
    `,
      {},
      { fetchPolicy: 'store-or-network' },
    ).subscribe({
      next: ({ viewer: { shop } }) => {
        const person = shop?.people.find(({ accountId }) => accountId === account)
        setNamed({ id: account, name: person ? person.name || person.email : '' })
      },
      error: () => undefined,
    })
    return () => asked.unsubscribe()
  }, [environment, account])
  if (chosen === 'me') return t`Assigned to me`
  if (chosen === 'unassigned') return t`Assigned to no one`
  const name = named?.id === account ? named?.name : ''
  return name ? t`Assigned to ${name}` : t`Assigned to one person`
}
