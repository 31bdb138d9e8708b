import { useLingui } from '@lingui/react/macro'
import { graphql, useFragment } from 'react-relay/hooks'
import type { Assignee_review$key } from '../../../../__generated__/Assignee_review.graphql.ts'

/** The initials of the person who takes care of a review. */
export function Assignee({ review: key }: { review: Assignee_review$key }) {
  const { t } = useLingui()
  const { assignee } = useFragment(
    graphql`
    fragment Assignee_review on Review { assignee { name email } }
  `,
    key,
  )
  if (!assignee) return null
  const name = assignee.name || assignee.email
  const label = t`Assigned to ${name}`
  return (
    <span className="c-assignee" role="img" aria-label={label} title={label} data-user-content>
      {initialsOf(name)}
    </span>
  )
}

/** Returns one or two capitals: "Ada Lind" becomes AL, "ada@shop.test" A. */
function initialsOf(name: string): string {
  const words = name.split('@')[0]?.trim().split(/\s+/) ?? []
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return [first, last]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
