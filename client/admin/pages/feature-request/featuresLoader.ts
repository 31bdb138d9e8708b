import { graphql } from 'react-relay/hooks'
import type { featuresLoaderQuery } from '../../../__generated__/featuresLoaderQuery.graphql.ts'
import { queryLoader } from '../../shell/relay/routeQuery.ts'

export const featuresQuery = graphql`
  query featuresLoaderQuery {
    viewer { shop { id
      featureRequests { id state ...FeatureRow_feature @alias(as: "row") }
      featureWishes { id text createdAt }
    } }
  }
`

export const featuresLoader = queryLoader<featuresLoaderQuery>(featuresQuery, () => ({}))
