import { graphql } from 'react-relay/hooks'
import type { importMutationsCancelMutation } from '../../../__generated__/importMutationsCancelMutation.graphql.ts'
import type { importMutationsDiscardMutation } from '../../../__generated__/importMutationsDiscardMutation.graphql.ts'
import type { importMutationsFetchMutation } from '../../../__generated__/importMutationsFetchMutation.graphql.ts'
import type { importMutationsJudgemeMutation } from '../../../__generated__/importMutationsJudgemeMutation.graphql.ts'
import type { importMutationsPasteMutation } from '../../../__generated__/importMutationsPasteMutation.graphql.ts'
import type { importMutationsPauseMutation } from '../../../__generated__/importMutationsPauseMutation.graphql.ts'
import type { importMutationsRecountMutation } from '../../../__generated__/importMutationsRecountMutation.graphql.ts'
import type { importMutationsRemapMutation } from '../../../__generated__/importMutationsRemapMutation.graphql.ts'
import type { importMutationsResumeMutation } from '../../../__generated__/importMutationsResumeMutation.graphql.ts'
import type { importMutationsStartMutation } from '../../../__generated__/importMutationsStartMutation.graphql.ts'
import type { importMutationsUndoMutation } from '../../../__generated__/importMutationsUndoMutation.graphql.ts'
import { useCommit } from '../../shell/relay/useCommit.ts'

/** Fetches a product's reviews from a marketplace. Takes up to 40 seconds. */
export const useFetchImport = () =>
  useCommit<importMutationsFetchMutation>(graphql`
    mutation importMutationsFetchMutation($input: FetchImportInput!) {
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
  useCommit<importMutationsPasteMutation>(graphql`
    mutation importMutationsPasteMutation($input: PasteImportInput!) {
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
  useCommit<importMutationsJudgemeMutation>(graphql`
    mutation importMutationsJudgemeMutation($input: FetchJudgemeImportInput!) {
      fetchJudgemeImport(input: $input) {
        __typename
        ... on FetchJudgemeImportSuccess { data { id } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)

/** Changes the meanings of a checked file's columns, which checks it again. */
export const useRemapImport = () =>
  useCommit<importMutationsRemapMutation>(graphql`
    mutation importMutationsRemapMutation($input: RemapImportInput!) {
      remapImport(input: $input) {
        __typename
        ... on RemapImportSuccess { data { id status ...CheckStep_run } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)

/** Counts a checked file with other answers about how its cells are read. */
export const useRecountImport = () =>
  useCommit<importMutationsRecountMutation>(graphql`
    mutation importMutationsRecountMutation($input: RecountImportInput!) {
      recountImport(input: $input) {
        __typename
        ... on RecountImportSuccess { data { id status ...CheckStep_run } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)

export const useStartImport = () =>
  useCommit<importMutationsStartMutation>(graphql`
    mutation importMutationsStartMutation($input: StartImportInput!) {
      startImport(input: $input) {
        __typename
        ... on StartImportSuccess { data { ...useRunFigures_run } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)

export const usePauseImport = () =>
  useCommit<importMutationsPauseMutation>(graphql`
    mutation importMutationsPauseMutation($input: ImportIdInput!) {
      pauseImport(input: $input) {
        __typename
        ... on PauseImportSuccess { data { ...useRunFigures_run } }
        ... on Refusal { code message params }
      }
    }
  `)

export const useResumeImport = () =>
  useCommit<importMutationsResumeMutation>(graphql`
    mutation importMutationsResumeMutation($input: ImportIdInput!) {
      resumeImport(input: $input) {
        __typename
        ... on ResumeImportSuccess { data { ...useRunFigures_run } }
        ... on Refusal { code message params }
      }
    }
  `)

export const useCancelImport = () =>
  useCommit<importMutationsCancelMutation>(graphql`
    mutation importMutationsCancelMutation($input: ImportIdInput!) {
      cancelImport(input: $input) {
        __typename
        ... on CancelImportSuccess { data { ...useRunFigures_run } }
        ... on Refusal { code message params }
      }
    }
  `)

export const useUndoImport = () =>
  useCommit<importMutationsUndoMutation>(graphql`
    mutation importMutationsUndoMutation($input: UndoImportInput!) {
      undoImport(input: $input) {
        __typename
        ... on UndoImportSuccess { data { ...useRunFigures_run } }
        ... on Refusal { code message params }
      }
    }
  `)

/** Discards an import that was not started, and takes it off the loaded lists. */
export const useDiscardImport = () =>
  useCommit<importMutationsDiscardMutation>(graphql`
    mutation importMutationsDiscardMutation($input: ImportIdInput!, $lists: [ID!]!) {
      discardImport(input: $input) {
        __typename
        ... on DiscardImportSuccess { data { discardedId @deleteEdge(connections: $lists) } }
        ... on Refusal { code message params }
      }
    }
  `)
