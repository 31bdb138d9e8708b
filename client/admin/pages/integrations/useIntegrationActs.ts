import { graphql } from 'react-relay/hooks'
import type { useIntegrationActsConnectMutation } from '../../../__generated__/useIntegrationActsConnectMutation.graphql.ts'
import type { useIntegrationActsDisconnectMutation } from '../../../__generated__/useIntegrationActsDisconnectMutation.graphql.ts'
import type { useIntegrationActsTestMutation } from '../../../__generated__/useIntegrationActsTestMutation.graphql.ts'
import { useCommit } from '../../shell/relay/useCommit.ts'

/** Stores secrets that the service accepts. */
export const useConnect = () => useCommit<useIntegrationActsConnectMutation>(graphql`
  mutation useIntegrationActsConnectMutation($input: ConnectIntegrationInput!) {
    connectIntegration(input: $input) {
      __typename
      ... on ConnectIntegrationSuccess { data { id isConnected connectedAt } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`)

/** Asks the service whether it accepts the stored secrets. */
export const useTestConnection = () => useCommit<useIntegrationActsTestMutation>(graphql`
  mutation useIntegrationActsTestMutation($input: TestIntegrationInput!) {
    testIntegration(input: $input) {
      __typename
      ... on TestIntegrationSuccess { data { id isConnected } }
      ... on Refusal { code message params }
    }
  }
`)

/** Deletes the stored secrets. */
export const useDisconnect = () => useCommit<useIntegrationActsDisconnectMutation>(graphql`
  mutation useIntegrationActsDisconnectMutation($input: DisconnectIntegrationInput!) {
    disconnectIntegration(input: $input) {
      __typename
      ... on DisconnectIntegrationSuccess { data { id isConnected connectedAt } }
      ... on Refusal { code message params }
    }
  }
`)
