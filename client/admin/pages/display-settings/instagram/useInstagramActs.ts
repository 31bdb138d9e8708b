import { graphql } from 'react-relay/hooks'
import type { useInstagramActsLoginMutation } from '../../../../__generated__/useInstagramActsLoginMutation.graphql.ts'
import type { useInstagramActsSyncMutation } from '../../../../__generated__/useInstagramActsSyncMutation.graphql.ts'
import type { useInstagramActsTagMutation } from '../../../../__generated__/useInstagramActsTagMutation.graphql.ts'
import { useCommit } from '../../../shell/relay/useCommit.ts'

/** Requests the URL of Instagram's login. */
export const useLogin = () =>
  useCommit<useInstagramActsLoginMutation>(graphql`
  mutation useInstagramActsLoginMutation($input: StartInstagramLoginInput!) {
    startInstagramLogin(input: $input) {
      __typename
      ... on StartInstagramLoginSuccess { data }
      ... on Refusal { code message params }
    }
  }
`)

/** Fetches the newest posts now. */
export const useSync = () =>
  useCommit<useInstagramActsSyncMutation>(graphql`
  mutation useInstagramActsSyncMutation($input: SyncInstagramInput!) {
    syncInstagram(input: $input) {
      __typename
      ... on SyncInstagramSuccess { data { id instagramWidget { ...instagramForm_settings } } }
      ... on Refusal { code message params }
    }
  }
`)

/** Tags a post with products. */
export const useTag = () =>
  useCommit<useInstagramActsTagMutation>(graphql`
  mutation useInstagramActsTagMutation($input: TagInstagramPostInput!) {
    tagInstagramPost(input: $input) {
      __typename
      ... on TagInstagramPostSuccess { data { id instagramWidget { ...instagramForm_settings } } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`)
