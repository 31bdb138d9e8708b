import { graphql } from 'react-relay/hooks'
import type { useIntegrationActsTestMutation } from '../../../__generated__/useIntegrationActsTestMutation.graphql.ts'
import { useCommit } from '../../shell/relay/useCommit.ts'

/** Tests whether the service accepts the stored secrets. */
export const useTestConnection = () =>
  useCommit<useIntegrationActsTestMutation>(graphql`
  mutation useIntegrationActsTestMutation($input: TestIntegrationInput!) {
    testIntegration(input: $input) {
      __typename
      ... on TestIntegrationSuccess { data { id isConnected } }
      ... on Refusal { code message params }
    }
  }
`)
