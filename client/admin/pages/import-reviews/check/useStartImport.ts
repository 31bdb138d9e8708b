import { graphql } from 'react-relay/hooks'
import type { useStartImportMutation } from '../../../../__generated__/useStartImportMutation.graphql.ts'
import { useCommit } from '../../../shell/relay/useCommit.ts'

export function useStartImport() {
  return useCommit<useStartImportMutation>(graphql`
    mutation useStartImportMutation($input: StartImportInput!) {
      startImport(input: $input) {
        __typename
        ... on StartImportSuccess {
          data { id status total done imported duplicates unmatched bad startedAt }
        }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
}
