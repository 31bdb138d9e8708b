import { graphql } from 'react-relay/hooks'
import type { useRemapImportMutation } from '../../../../__generated__/useRemapImportMutation.graphql.ts'
import { useCommit } from '../../../shell/relay/useCommit.ts'

/** Says what the columns of a checked file mean; the file is checked again by that. */
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
