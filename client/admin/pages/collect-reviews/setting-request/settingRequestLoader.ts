import { graphql } from 'react-relay/hooks'
import type { settingRequestLoaderQuery } from '../../../../__generated__/settingRequestLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const settingRequestQuery = graphql`
  query settingRequestLoaderQuery {
    viewer { shop { id ianaTimezone now requestTiming { ...timingForm_settings } requestRules { sendHour quietHours { enabled from to } } ...OldOrdersCard_shop } }
  }
`

export const settingRequestLoader = queryLoader<settingRequestLoaderQuery>(settingRequestQuery, () => ({}))
