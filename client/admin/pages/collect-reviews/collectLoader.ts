import { graphql } from 'react-relay/hooks'
import type { collectLoaderQuery } from '../../../__generated__/collectLoaderQuery.graphql.ts'
import { queryLoader } from '../../shell/relay/routeQuery.ts'

export const collectQuery = graphql`
  query collectLoaderQuery {
    viewer { shop { reviewCounts { status count } ...SurveyBanner_shop } }
  }
`

export const collectLoader = queryLoader<collectLoaderQuery>(collectQuery, () => ({}))
