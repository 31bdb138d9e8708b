import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ActionList } from '@shopify/polaris'
import { graphql } from 'react-relay/hooks'
import { fillReply, type ReplyValues } from '../../../../../rules/reply-templates.ts'
import type { EarlierRepliesQuery } from '../../../../__generated__/EarlierRepliesQuery.graphql.ts'
import { useOwnQuery } from '../../../shell/Part.tsx'

interface Props {
  reviewId: string
  values: ReplyValues
  insert: (text: string) => void
}

/** The shop's own replies to similar reviews, to take over and edit. */
export function EarlierReplies({ reviewId, values, insert }: Props) {
  const { t } = useLingui()
  const { node } = useOwnQuery<EarlierRepliesQuery>(
    graphql`
    query EarlierRepliesQuery($id: ID!) {
      node(id: $id) { ... on Review { replySuggestions { content rate product } } }
    }
  `,
    { id: reviewId },
  )
  const replies = node?.replySuggestions ?? []
  if (replies.length === 0) return null
  return (
    <ActionList
      sections={[
        {
          title: t`From your earlier replies`,
          items: replies.map(({ content, rate, product }) => {
            const text = fillReply(content, values)
            return {
              content: [t`${plural(rate, { one: '# star', other: '# stars' })}`, product].filter(Boolean).join(' · '),
              helpText: text,
              onAction: () => insert(text),
            }
          }),
        },
      ]}
    />
  )
}
