import { graphql } from 'react-relay/hooks'
import type { replyLoaderQuery } from '../../../__generated__/replyLoaderQuery.graphql.ts'
import { queryLoader } from '../../shell/routeQuery.ts'

export const replyQuery = graphql`
  query replyLoaderQuery($id: ID!) {
    node(id: $id) {
      __typename
      ... on Review {
        ...ReviewCard_review @alias(as: "card")
        ...ReplyForm_review @alias(as: "form")
      }
    }
  }
`

export const replyLoader = queryLoader<replyLoaderQuery>(replyQuery, ({ params }) => ({ id: params['id'] ?? '' }))
