import { graphql } from 'react-relay/hooks'
import type { settingsLoaderQuery } from '../../../__generated__/settingsLoaderQuery.graphql.ts'
import { queryLoader } from '../../shell/relay/routeQuery.ts'

export const settingsQuery = graphql`
  query settingsLoaderQuery {
    viewer {
      shop { id shopifyDomain ianaTimezone now general { ...reviewForms_general } ...DownloadEverything_shop @alias(as: "archive") }
    }
  }
`

export const settingsLoader = queryLoader<settingsLoaderQuery>(settingsQuery, () => ({}))
