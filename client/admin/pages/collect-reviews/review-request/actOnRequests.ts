import { graphql } from 'react-relay/hooks'

export const cancelDocument = graphql`
  mutation actOnRequestsCancelMutation($input: QueueItemIdsInput!) {
    cancelQueueItems(input: $input) {
      __typename
      ... on CancelQueueItemsSuccess { data { changedIds skippedIds items { ...RequestRow_item } } }
      ... on Refusal { code message params }
    }
  }
`

export const sendAnywayDocument = graphql`
  mutation actOnRequestsSendAnywayMutation($input: QueueItemIdsInput!) {
    sendQueueItemsAnyway(input: $input) {
      __typename
      ... on SendQueueItemsAnywaySuccess { data { changedIds skippedIds items { ...RequestRow_item } } }
      ... on Refusal { code message params }
    }
  }
`

export const resendDocument = graphql`
  mutation actOnRequestsResendMutation($input: QueueItemIdsInput!) {
    resendQueueItems(input: $input) {
      __typename
      ... on ResendQueueItemsSuccess { data { changedIds skippedIds items { ...RequestRow_item } } }
      ... on Refusal { code message params }
    }
  }
`

export const blockDocument = graphql`
  mutation actOnRequestsBlockMutation($input: QueueItemIdsInput!) {
    blockQueueCustomers(input: $input) {
      __typename
      ... on BlockQueueCustomersSuccess { data { changedIds skippedIds items { ...RequestRow_item } } }
      ... on Refusal { code message params }
    }
  }
`

export const unblockDocument = graphql`
  mutation actOnRequestsUnblockMutation($input: QueueItemIdsInput!) {
    unblockQueueCustomers(input: $input) {
      __typename
      ... on UnblockQueueCustomersSuccess { data { changedIds skippedIds items { ...RequestRow_item } } }
      ... on Refusal { code message params }
    }
  }
`

export const restoreDocument = graphql`
  mutation actOnRequestsRestoreMutation($input: QueueItemIdsInput!) {
    restoreQueueItems(input: $input) {
      __typename
      ... on RestoreQueueItemsSuccess { data { changedIds skippedIds items { ...RequestRow_item } } }
      ... on Refusal { code message params }
    }
  }
`

export const pushDocument = graphql`
  mutation actOnRequestsPushMutation($input: PushQueueItemInput!) {
    pushQueueItem(input: $input) {
      __typename
      ... on PushQueueItemSuccess { data { changedIds skippedIds items { ...RequestRow_item } } }
      ... on Refusal { code message params }
    }
  }
`
