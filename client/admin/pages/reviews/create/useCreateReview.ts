import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type {
  CreateReviewInput,
  useCreateReviewMutation,
} from '../../../../__generated__/useCreateReviewMutation.graphql.ts'
import { useCommit, type FieldErrors } from '../../../shell/relay/useCommit.ts'
import { useAddPhotos } from '../review/useAddPhotos.ts'

/** Creates a review, then uploads its pictures. The page names rejected ones; the review stays. */
export function useCreateReview() {
  const { t } = useLingui()
  const { add } = useAddPhotos()
  const [creating, setCreating] = useState(false)
  const [commit] = useCommit<useCreateReviewMutation>(graphql`
    mutation useCreateReviewMutation($input: CreateReviewInput!) {
      createReview(input: $input) {
        __typename
        ... on CreateReviewSuccess { data { id } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const create = async (
    input: CreateReviewInput,
    files: readonly File[],
  ): Promise<{ id: string | null; fields: FieldErrors }> => {
    setCreating(true)
    const outcome = await commit(
      { input },
      { success: input.published === false ? t`Review added as pending` : t`Review published` },
    )
    const id = outcome.ok ? (outcome.data.createReview.data?.id ?? null) : null
    if (id) await add(id, files)
    setCreating(false)
    return { id, fields: outcome.ok ? {} : outcome.fields }
  }
  return { create, creating }
}
