import { graphql } from 'react-relay/hooks'
import type { editLoaderQuery } from '../../../../__generated__/editLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const editQuery = graphql`
  query editLoaderQuery($id: ID!) {
    node(id: $id) {
      __typename
      ... on Review { id ...EditPage_review @alias(as: "page") }
    }
  }
`

export const editLoader = queryLoader<editLoaderQuery>(editQuery, ({ params }) => ({ id: params['id'] ?? '' }))
