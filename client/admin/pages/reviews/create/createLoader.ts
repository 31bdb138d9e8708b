import { graphql } from 'react-relay/hooks'
import type { createLoaderQuery } from '../../../../__generated__/createLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const createQuery = graphql`
  query createLoaderQuery { viewer { shop { name ianaTimezone } } }
`

export const createLoader = queryLoader<createLoaderQuery>(createQuery, () => ({}))
