import { useLingui } from '@lingui/react/macro'
import { graphql } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import type { useSaveViewDeleteMutation } from '../../../../__generated__/useSaveViewDeleteMutation.graphql.ts'
import type { useSaveViewMutation } from '../../../../__generated__/useSaveViewMutation.graphql.ts'
import { useCommit } from '../../../shell/relay/useCommit.ts'
import type { SavedView } from './useSavedViews.tsx'

type Saved = { view: SavedView } | { error: string }

/** Saves filters under a name, or renames a view. The error is the text for the field. */
export function useSaveView(): [
  save: (view: { id?: string; name: string; query: string }) => Promise<Saved>,
  busy: boolean,
] {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const [commit, busy] = useCommit<useSaveViewMutation>(graphql`
    mutation useSaveViewMutation($input: SaveViewInput!) {
      saveView(input: $input) {
        __typename
        ... on SaveViewSuccess { data { id name query } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const save = async (view: { id?: string; name: string; query: string }): Promise<Saved> => {
    const outcome = await commit({ input: view }, { success: t`View saved` })
    if (!outcome.ok) return { error: Object.values(outcome.fields)[0] ?? outcome.message }
    await revalidate()
    return outcome.data.saveView.data ? { view: outcome.data.saveView.data } : { error: '' }
  }
  return [save, busy]
}

/** Deletes a view; its reviews stay. Returns whether it was deleted. */
export function useDeleteView(): [remove: (id: string) => Promise<boolean>, busy: boolean] {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const [commit, busy] = useCommit<useSaveViewDeleteMutation>(graphql`
    mutation useSaveViewDeleteMutation($input: DeleteViewInput!) {
      deleteView(input: $input) {
        __typename
        ... on DeleteViewSuccess { data { id } }
        ... on Refusal { code message params }
      }
    }
  `)
  const remove = async (id: string): Promise<boolean> => {
    const { ok } = await commit({ input: { id } }, { success: t`View deleted` })
    if (ok) await revalidate()
    return ok
  }
  return [remove, busy]
}
