import { graphql } from 'react-relay/hooks'
import type { emailsLoaderQuery } from '../../../../__generated__/emailsLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const emailsQuery = graphql`
  query emailsLoaderQuery {
    viewer {
      shop {
        id
        sentEmails { type count }
        emailTemplates {
          id version
          reviewReminder { enabled } photoReminder { enabled } confirmEdit { enabled } reviewReply { enabled } discountReview { enabled } survey { enabled }
        }
      }
    }
  }
`

export const emailsLoader = queryLoader<emailsLoaderQuery>(emailsQuery, () => ({}))
