import { graphql } from 'react-relay/hooks'
import type { settingRequestLoaderQuery } from '../../../../__generated__/settingRequestLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/routeQuery.ts'

export const settingRequestQuery = graphql`
  query settingRequestLoaderQuery {
    viewer { shop { id ianaTimezone now ...timingWire_shop } }
  }
`

export const settingRequestLoader = queryLoader<settingRequestLoaderQuery>(settingRequestQuery, () => ({}))
