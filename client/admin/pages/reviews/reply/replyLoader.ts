import { graphql } from 'react-relay/hooks'
import type { replyLoaderQuery } from '../../../../__generated__/replyLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const replyQuery = graphql`
  query replyLoaderQuery($id: ID!) {
    viewer { shop { id ianaTimezone emailTemplates { reviewReply { sendAfter sendAfterCustom timeUnit } } replyTemplates { ...ReplyPage_templates } } }
    node(id: $id) {
      __typename
      ... on Review { ...ReplyPage_review @alias(as: "page") }
    }
  }
`

export const replyLoader = queryLoader<replyLoaderQuery>(replyQuery, ({ params }) => ({ id: params['id'] ?? '' }))
