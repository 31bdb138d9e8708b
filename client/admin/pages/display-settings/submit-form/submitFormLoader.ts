import { graphql } from 'react-relay/hooks'
import type { submitFormLoaderQuery } from '../../../../__generated__/submitFormLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const submitFormQuery = graphql`
  query submitFormLoaderQuery {
    viewer { shop { id submitForm { ...submitFormForm_settings } ...DesignPage_shop } }
  }
`

export const submitFormLoader = queryLoader<submitFormLoaderQuery>(submitFormQuery, () => ({}))
