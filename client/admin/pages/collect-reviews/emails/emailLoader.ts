import { graphql } from 'react-relay/hooks'
import type { emailLoaderQuery } from '../../../../__generated__/emailLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const emailQuery = graphql`
  query emailLoaderQuery {
    viewer {
      shop {
        id primaryLocale
        branding { ...brand_settings }
        senders: emailTemplates { reviewReminder { senderApp } }
        integrations { key isConnected }
        emailTemplates {
          id version
          reviewReminder { enabled interactive sendTestTo secondRequest { enabled days max } subject preheader content buttonText blockTexts { key text } buttonColour buttonTextColour logo customCss texts { locale subject preheader content buttonText blockTexts { key text } } blocks { type key align size colour background image } }
          photoReminder { enabled sendTestTo sendAfter sendAfterCustom timeUnit sendFor reminderType subject preheader content buttonText blockTexts { key text } buttonColour buttonTextColour logo customCss texts { locale subject preheader content buttonText blockTexts { key text } } blocks { type key align size colour background image } }
          confirmEdit { enabled sendTestTo sendAfter sendAfterCustom timeUnit subject preheader content buttonText blockTexts { key text } buttonColour buttonTextColour logo customCss texts { locale subject preheader content buttonText blockTexts { key text } } blocks { type key align size colour background image } denyButtonText denyButtonColour denyButtonTextColour }
          reviewReply { enabled sendTestTo sendAfter sendAfterCustom timeUnit subject preheader content buttonText blockTexts { key text } buttonColour buttonTextColour logo customCss texts { locale subject preheader content buttonText blockTexts { key text } } blocks { type key align size colour background image } }
          discountReview { enabled sendTestTo sendAfter sendAfterCustom timeUnit discountNotification discountExpirationReminder { enabled sendBefore } subject preheader content buttonText blockTexts { key text } buttonColour buttonTextColour logo customCss texts { locale subject preheader content buttonText blockTexts { key text } } blocks { type key align size colour background image } }
          survey { enabled sendTestTo sendAfter sendAfterCustom timeUnit subject preheader content buttonText blockTexts { key text } buttonColour buttonTextColour logo customCss texts { locale subject preheader content buttonText blockTexts { key text } } blocks { type key align size colour background image } }
        }
      }
    }
  }
`

export const emailLoader = queryLoader<emailLoaderQuery>(emailQuery, () => ({}))

export const emailMutation = graphql`
  mutation emailLoaderSaveMutation($input: SaveEmailTemplatesInput!) {
    saveEmailTemplates(input: $input) {
      __typename
      ... on SaveEmailTemplatesSuccess {
        data {
          id version
          reviewReminder { enabled interactive sendTestTo secondRequest { enabled days max } subject preheader content buttonText blockTexts { key text } buttonColour buttonTextColour logo customCss texts { locale subject preheader content buttonText blockTexts { key text } } blocks { type key align size colour background image } }
          photoReminder { enabled sendTestTo sendAfter sendAfterCustom timeUnit sendFor reminderType subject preheader content buttonText blockTexts { key text } buttonColour buttonTextColour logo customCss texts { locale subject preheader content buttonText blockTexts { key text } } blocks { type key align size colour background image } }
          confirmEdit { enabled sendTestTo sendAfter sendAfterCustom timeUnit subject preheader content buttonText blockTexts { key text } buttonColour buttonTextColour logo customCss texts { locale subject preheader content buttonText blockTexts { key text } } blocks { type key align size colour background image } denyButtonText denyButtonColour denyButtonTextColour }
          reviewReply { enabled sendTestTo sendAfter sendAfterCustom timeUnit subject preheader content buttonText blockTexts { key text } buttonColour buttonTextColour logo customCss texts { locale subject preheader content buttonText blockTexts { key text } } blocks { type key align size colour background image } }
          discountReview { enabled sendTestTo sendAfter sendAfterCustom timeUnit discountNotification discountExpirationReminder { enabled sendBefore } subject preheader content buttonText blockTexts { key text } buttonColour buttonTextColour logo customCss texts { locale subject preheader content buttonText blockTexts { key text } } blocks { type key align size colour background image } }
          survey { enabled sendTestTo sendAfter sendAfterCustom timeUnit subject preheader content buttonText blockTexts { key text } buttonColour buttonTextColour logo customCss texts { locale subject preheader content buttonText blockTexts { key text } } blocks { type key align size colour background image } }
        }
      }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`
