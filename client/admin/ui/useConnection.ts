import { graphql } from 'react-relay/hooks'
import type { useConnectionConnectMutation } from '../../__generated__/useConnectionConnectMutation.graphql.ts'
import type { useConnectionDisconnectMutation } from '../../__generated__/useConnectionDisconnectMutation.graphql.ts'
import { useCommit } from '../shell/relay/useCommit.ts'

/** Stores the secrets of an integration if its service accepts them. */
export const useConnect = () =>
  useCommit<useConnectionConnectMutation>(graphql`
  mutation useConnectionConnectMutation($input: ConnectIntegrationInput!) {
    connectIntegration(input: $input) {
      __typename
      ... on ConnectIntegrationSuccess { data { id isConnected connectedAt } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`)

/** Deletes the stored secrets of an integration. */
export const useDisconnect = () =>
  useCommit<useConnectionDisconnectMutation>(graphql`
  mutation useConnectionDisconnectMutation($input: DisconnectIntegrationInput!) {
    disconnectIntegration(input: $input) {
      __typename
      ... on DisconnectIntegrationSuccess { data { id isConnected connectedAt } }
      ... on Refusal { code message params }
    }
  }
`)
