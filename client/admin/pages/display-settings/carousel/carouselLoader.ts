import { graphql } from 'react-relay/hooks'
import type { carouselLoaderQuery } from '../../../../__generated__/carouselLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const carouselQuery = graphql`
  query carouselLoaderQuery {
    viewer { shop { id carousel { ...carouselForm_settings } ...DesignPage_shop } }
  }
`

export const carouselLoader = queryLoader<carouselLoaderQuery>(carouselQuery, () => ({}))
