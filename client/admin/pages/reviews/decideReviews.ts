import { graphql } from 'react-relay/hooks'

// One document a decision: what is known by its id is checked by its id.

export const publishDocument = graphql`
  mutation decideReviewsPublishMutation($input: ReviewIdsInput!) {
    publishReviews(input: $input) {
      __typename
      ... on PublishReviewsSuccess { data { changedIds skippedIds reviews { id status ...ReviewMenu_review } } }
      ... on Refusal { code message params }
    }
  }
`

export const unpublishDocument = graphql`
  mutation decideReviewsUnpublishMutation($input: ReviewIdsInput!) {
    unpublishReviews(input: $input) {
      __typename
      ... on UnpublishReviewsSuccess { data { changedIds skippedIds reviews { id status ...ReviewMenu_review } } }
      ... on Refusal { code message params }
    }
  }
`

export const trashDocument = graphql`
  mutation decideReviewsTrashMutation($input: ReviewIdsInput!) {
    trashReviews(input: $input) {
      __typename
      ... on TrashReviewsSuccess { data { changedIds skippedIds reviews { id status ...ReviewMenu_review } } }
      ... on Refusal { code message params }
    }
  }
`

export const restoreDocument = graphql`
  mutation decideReviewsRestoreMutation($input: ReviewIdsInput!) {
    restoreReviews(input: $input) {
      __typename
      ... on RestoreReviewsSuccess { data { changedIds skippedIds reviews { id status ...ReviewMenu_review } } }
      ... on Refusal { code message params }
    }
  }
`

export const deleteDocument = graphql`
  mutation decideReviewsDeleteMutation($input: ReviewIdsInput!) {
    deleteReviews(input: $input) {
      __typename
      ... on DeleteReviewsSuccess { data { changedIds skippedIds } }
      ... on Refusal { code message params }
    }
  }
`
