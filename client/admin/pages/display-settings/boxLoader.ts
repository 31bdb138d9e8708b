import { graphql } from 'react-relay/hooks'
import type { boxLoaderQuery } from '../../../__generated__/boxLoaderQuery.graphql.ts'
import { queryLoader } from '../../shell/routeQuery.ts'

export const boxQuery = graphql`
  query boxLoaderQuery {
    viewer { shop { id ...boxSettings_shop ...previewReviews_shop } }
  }
`

export const boxLoader = queryLoader<boxLoaderQuery>(boxQuery, () => ({}))
