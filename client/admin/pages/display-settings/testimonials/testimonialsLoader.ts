import { graphql } from 'react-relay/hooks'
import type { testimonialsLoaderQuery } from '../../../../__generated__/testimonialsLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const testimonialsQuery = graphql`
  query testimonialsLoaderQuery {
    viewer { shop { id testimonials { ...testimonialsForm_settings } ...DesignPage_shop } }
  }
`

export const testimonialsLoader = queryLoader<testimonialsLoaderQuery>(testimonialsQuery, () => ({}))
