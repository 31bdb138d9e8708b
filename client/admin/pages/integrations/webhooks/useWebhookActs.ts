import { graphql } from 'react-relay/hooks'
import type { useWebhookActsCreateMutation } from '../../../../__generated__/useWebhookActsCreateMutation.graphql.ts'
import type { useWebhookActsDeleteMutation } from '../../../../__generated__/useWebhookActsDeleteMutation.graphql.ts'
import type { useWebhookActsResendMutation } from '../../../../__generated__/useWebhookActsResendMutation.graphql.ts'
import type { useWebhookActsRotateMutation } from '../../../../__generated__/useWebhookActsRotateMutation.graphql.ts'
import type { useWebhookActsTestMutation } from '../../../../__generated__/useWebhookActsTestMutation.graphql.ts'
import type { useWebhookActsUpdateMutation } from '../../../../__generated__/useWebhookActsUpdateMutation.graphql.ts'
import { useCommit } from '../../../shell/relay/useCommit.ts'

export const useCreateWebhook = () =>
  useCommit<useWebhookActsCreateMutation>(graphql`
  mutation useWebhookActsCreateMutation($input: CreateWebhookInput!) {
    createWebhook(input: $input) {
      __typename
      ... on CreateWebhookSuccess { data { id secret } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`)

export const useUpdateWebhook = () =>
  useCommit<useWebhookActsUpdateMutation>(graphql`
  mutation useWebhookActsUpdateMutation($input: UpdateWebhookInput!) {
    updateWebhook(input: $input) {
      __typename
      ... on UpdateWebhookSuccess { data { id ...WebhookCard_webhook } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`)

export const useDeleteWebhook = () =>
  useCommit<useWebhookActsDeleteMutation>(graphql`
  mutation useWebhookActsDeleteMutation($input: DeleteWebhookInput!) {
    deleteWebhook(input: $input) {
      __typename
      ... on DeleteWebhookSuccess { data { id } }
      ... on Refusal { code message params }
    }
  }
`)

export const useRotateSecret = () =>
  useCommit<useWebhookActsRotateMutation>(graphql`
  mutation useWebhookActsRotateMutation($input: RotateWebhookSecretInput!) {
    rotateWebhookSecret(input: $input) {
      __typename
      ... on RotateWebhookSecretSuccess { data { id secret oldSecretUntil } }
      ... on Refusal { code message params }
    }
  }
`)

export const useTestWebhook = () =>
  useCommit<useWebhookActsTestMutation>(graphql`
  mutation useWebhookActsTestMutation($input: TestWebhookInput!) {
    testWebhook(input: $input) {
      __typename
      ... on TestWebhookSuccess { data { id } }
      ... on Refusal { code message params }
    }
  }
`)

export const useResendDelivery = () =>
  useCommit<useWebhookActsResendMutation>(graphql`
  mutation useWebhookActsResendMutation($input: ResendDeliveryInput!) {
    resendDelivery(input: $input) {
      __typename
      ... on ResendDeliverySuccess { data { id state attempts } }
      ... on Refusal { code message params }
    }
  }
`)
