import { graphql } from 'react-relay/hooks'
import type { senderLoaderQuery } from '../../../../__generated__/senderLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const senderQuery = graphql`
  query senderLoaderQuery {
    viewer {
      account { email }
      shop { id name email emailSetting { version isVerified hiddenBannerVerify ...senderForm_setting @alias(as: "form") } mailSender { id ownAddress domain state isServerVerified ...DomainRecords_sender @alias(as: "records") } }
    }
  }
`

export const senderLoader = queryLoader<senderLoaderQuery>(senderQuery, () => ({}))
