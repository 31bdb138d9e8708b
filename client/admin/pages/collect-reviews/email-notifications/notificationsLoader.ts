import { graphql } from 'react-relay/hooks'
import type { notificationsLoaderQuery } from '../../../../__generated__/notificationsLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const notificationsQuery = graphql`
  query notificationsLoaderQuery {
    viewer { shop { id email emailSetting { ...noticesForm_setting } } }
  }
`

export const notificationsLoader = queryLoader<notificationsLoaderQuery>(notificationsQuery, () => ({}))
