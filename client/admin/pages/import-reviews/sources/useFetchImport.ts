import { graphql } from 'react-relay/hooks'
import type { useFetchImportJudgemeMutation } from '../../../../__generated__/useFetchImportJudgemeMutation.graphql.ts'
import type { useFetchImportMutation } from '../../../../__generated__/useFetchImportMutation.graphql.ts'
import type { useFetchImportPasteMutation } from '../../../../__generated__/useFetchImportPasteMutation.graphql.ts'
import { useCommit } from '../../../shell/relay/useCommit.ts'

/** Fetches a product's reviews from a marketplace. Takes up to 40 seconds. */
export const useFetchImport = () =>
  useCommit<useFetchImportMutation>(graphql`
  mutation useFetchImportMutation($input: FetchImportInput!) {
    fetchImport(input: $input) {
      __typename
      ... on FetchImportSuccess { data { id } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`)

/** Checks text that the merchant copied from a marketplace. */
export const usePasteImport = () =>
  useCommit<useFetchImportPasteMutation>(graphql`
  mutation useFetchImportPasteMutation($input: PasteImportInput!) {
    pasteImport(input: $input) {
      __typename
      ... on PasteImportSuccess { data { id } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`)

/** Fetches a shop's reviews from Judge.me's API, in the background. */
export const useFetchJudgeme = () =>
  useCommit<useFetchImportJudgemeMutation>(graphql`
  mutation useFetchImportJudgemeMutation($input: FetchJudgemeImportInput!) {
    fetchJudgemeImport(input: $input) {
      __typename
      ... on FetchJudgemeImportSuccess { data { id } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`)
