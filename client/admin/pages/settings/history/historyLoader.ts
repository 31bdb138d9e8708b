import { graphql } from 'react-relay/hooks'
import type { historyLoaderQuery } from '../../../../__generated__/historyLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const historyQuery = graphql`
  query historyLoaderQuery {
    viewer { shop { id ...HistoryPage_shop } }
  }
`

export const historyLoader = queryLoader<historyLoaderQuery>(historyQuery, () => ({}))
