import { graphql } from 'react-relay/hooks'
import type { useRemapImportMutation } from '../../../../__generated__/useRemapImportMutation.graphql.ts'
import { useCommit } from '../../../shell/relay/useCommit.ts'

/** Changes the meanings of a checked file's columns, which checks it again. */
export function useRemapImport() {
  return useCommit<useRemapImportMutation>(graphql`
    mutation useRemapImportMutation($input: RemapImportInput!) {
      remapImport(input: $input) {
        __typename
        ... on RemapImportSuccess {
          data { id status ...CheckStep_run }
        }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
}
