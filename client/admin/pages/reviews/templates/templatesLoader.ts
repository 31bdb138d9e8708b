import { graphql } from 'react-relay/hooks'
import type { templatesLoaderQuery } from '../../../../__generated__/templatesLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const templatesQuery = graphql`
  query templatesLoaderQuery {
    viewer {
      shop {
        id
        replyTemplates { ...templatesForm_setting }
        reviews(first: 50) { edges { node { id rate title content language firstName product { id title } } } }
      }
    }
  }
`

export const templatesLoader = queryLoader<templatesLoaderQuery>(templatesQuery, () => ({}))
