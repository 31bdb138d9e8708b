import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Badge, Card, type BadgeProps } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type { FeatureRow_feature$key } from '../../../__generated__/FeatureRow_feature.graphql.ts'
import type { FeatureRowVoteMutation } from '../../../__generated__/FeatureRowVoteMutation.graphql.ts'
import { useReadOnly } from '../../shell/frame/viewer.tsx'
import { useCommit } from '../../shell/relay/useCommit.ts'
import { useFormat } from '../../shell/words/useFormat.ts'

const states: Readonly<Record<string, { label: MessageDescriptor; tone?: BadgeProps['tone'] }>> = {
  CONSIDERED: { label: msg`Under consideration` },
  PLANNED: { label: msg`Planned`, tone: 'info' },
  IN_PROGRESS: { label: msg`In progress`, tone: 'attention' },
  DONE: { label: msg`Done`, tone: 'success' },
}

const mutation = graphql`
  mutation FeatureRowVoteMutation($input: VoteForFeatureInput!) {
    voteForFeature(input: $input) {
      __typename
      ... on VoteForFeatureSuccess { data { id votes voted } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

/** A feature with its state, and a button that votes for it or takes the vote back. */
export function FeatureRow({ feature }: { feature: FeatureRow_feature$key }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const readOnly = useReadOnly()
  const { id, title, text, state, votes, voted } = useFragment(
    graphql`
      fragment FeatureRow_feature on FeatureRequest { id title text state votes voted }
    `,
    feature,
  )
  const [commit, busy] = useCommit<FeatureRowVoteMutation>(mutation)
  const known = states[state]
  const counted = t`${plural(votes, { one: '# vote', other: '# votes' })}`
  return (
    <Card>
      <article className="c-feature">
        <button
          type="button"
          aria-pressed={voted}
          aria-label={voted ? t`Take back your vote for ${title}, ${counted}` : t`Vote for ${title}, ${counted}`}
          disabled={readOnly || state === 'DONE'}
          onClick={() => {
            if (!busy) void commit({ input: { id, wanted: !voted } }, { fieldless: true })
          }}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M4.5 12.5 10 7l5.5 5.5" />
          </svg>
          {format.number(votes)}
        </button>
        <div>
          <header>
            <h2 data-user-content dir="auto">
              {title}
            </h2>
            {known && <Badge {...(known.tone && { tone: known.tone })}>{i18n._(known.label)}</Badge>}
          </header>
          <p data-user-content dir="auto">
            {text}
          </p>
        </div>
      </article>
    </Card>
  )
}
