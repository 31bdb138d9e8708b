import { graphql } from 'react-relay/hooks'
import type { useImportActsCancelMutation } from '../../../../__generated__/useImportActsCancelMutation.graphql.ts'
import type { useImportActsDiscardMutation } from '../../../../__generated__/useImportActsDiscardMutation.graphql.ts'
import type { useImportActsPauseMutation } from '../../../../__generated__/useImportActsPauseMutation.graphql.ts'
import type { useImportActsResumeMutation } from '../../../../__generated__/useImportActsResumeMutation.graphql.ts'
import type { useImportActsUndoMutation } from '../../../../__generated__/useImportActsUndoMutation.graphql.ts'
import { useCommit } from '../../../shell/relay/useCommit.ts'

/** Pauses, resumes or cancels an import. */
export function useImportActs() {
  const [pause, pausing] = useCommit<useImportActsPauseMutation>(graphql`
    mutation useImportActsPauseMutation($input: ImportIdInput!) {
      pauseImport(input: $input) {
        __typename
        ... on PauseImportSuccess { data { id status done imported duplicates unmatched bad } }
        ... on Refusal { code message params }
      }
    }
  `)
  const [resume, resuming] = useCommit<useImportActsResumeMutation>(graphql`
    mutation useImportActsResumeMutation($input: ImportIdInput!) {
      resumeImport(input: $input) {
        __typename
        ... on ResumeImportSuccess { data { id status done imported duplicates unmatched bad } }
        ... on Refusal { code message params }
      }
    }
  `)
  const [cancel, cancelling] = useCommit<useImportActsCancelMutation>(graphql`
    mutation useImportActsCancelMutation($input: ImportIdInput!) {
      cancelImport(input: $input) {
        __typename
        ... on CancelImportSuccess { data { id status done imported duplicates unmatched bad undoable finishedAt } }
        ... on Refusal { code message params }
      }
    }
  `)
  return { pause, resume, cancel, busy: pausing || resuming, cancelling }
}

export const useUndoImport = () =>
  useCommit<useImportActsUndoMutation>(graphql`
  mutation useImportActsUndoMutation($input: UndoImportInput!) {
    undoImport(input: $input) {
      __typename
      ... on UndoImportSuccess { data { id status toRemove removed kept undoable } }
      ... on Refusal { code message params }
    }
  }
`)

/** Discards an import that was not started. */
export const useDiscardImport = () =>
  useCommit<useImportActsDiscardMutation>(graphql`
  mutation useImportActsDiscardMutation($input: ImportIdInput!) {
    discardImport(input: $input) {
      __typename
      ... on DiscardImportSuccess { data { discardedId } }
      ... on Refusal { code message params }
    }
  }
`)
