import { useLingui } from '@lingui/react/macro'
import { ChoiceList } from '@shopify/polaris'
import { graphql } from 'react-relay/hooks'
import type { PersonChoiceQuery } from '../../../../__generated__/PersonChoiceQuery.graphql.ts'
import { useOwnQuery } from '../../../shell/Part.tsx'

interface Props {
  label: string
  /** `me`, `unassigned`, an account's id, or empty. */
  chosen: string
  onChange: (word: string) => void
  /** Offers `me` instead of the signed-in person's account, so that a saved view suits everyone. */
  me?: boolean
}

/** Chooses one of the shop's people, or no one. */
export function PersonChoice({ label, chosen, onChange, me = false }: Props) {
  const { t } = useLingui()
  const {
    viewer: { shop },
  } = useOwnQuery<PersonChoiceQuery>(
    graphql`
    query PersonChoiceQuery { viewer { shop { people { accountId name email isYou } } } }
  `,
    {},
  )
  const people = [...(shop?.people ?? [])].sort((a, b) => Number(b.isYou) - Number(a.isYou))
  return (
    <ChoiceList
      title={label}
      titleHidden
      selected={[chosen]}
      onChange={([word = '']) => onChange(word)}
      choices={[
        ...people.map(({ accountId, name, email, isYou }) => ({
          value: isYou && me ? 'me' : accountId,
          label: isYou ? t`Me` : name || email,
          ...(name || isYou ? { helpText: email } : {}),
        })),
        { value: 'unassigned', label: t`No one` },
      ]}
    />
  )
}
