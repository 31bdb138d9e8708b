import { graphql } from 'react-relay/hooks'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import type { useSubscribeMutation, SubscribeInput } from '../../../__generated__/useSubscribeMutation.graphql.ts'
import type { useSubscribeStartDowngradeMutation } from '../../../__generated__/useSubscribeStartDowngradeMutation.graphql.ts'
import type { useSubscribeRefreshMutation } from '../../../__generated__/useSubscribeRefreshMutation.graphql.ts'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { useCommit, type FieldErrors } from '../../shell/relay/useCommit.ts'
import { useToast } from '../../shell/toasts.tsx'

/**
 * Asks for a plan. A plan to pay for leads to the platform's approval page, in the whole window; Free changes at once.
 * Returns the errors of fields, such as of the coupon.
 */
export function useSubscribe(): [(input: SubscribeInput) => Promise<FieldErrors>, boolean] {
  const { t } = useLingui()
  const toast = useToast()
  const mode = useMode()
  const navigate = useNavigate()
  const [commit, busy] = useCommit<useSubscribeMutation>(graphql`
    mutation useSubscribeMutation($input: SubscribeInput!) {
      subscribe(input: $input) {
        __typename
        ... on SubscribeSuccess { data { confirmationUrl shop { id plan subscription { plan { id displayName tier } status next { id displayName } held { id displayName } frozen until renews attempt { status at confirmationUrl plan { displayName } } } } } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const subscribe = async (input: SubscribeInput): Promise<FieldErrors> => {
    const outcome = await commit({ input })
    if (!outcome.ok) return outcome.fields
    const { subscribe: result } = outcome.data
    const confirmationUrl = result.__typename === 'SubscribeSuccess' ? result.data?.confirmationUrl : null
    if (confirmationUrl) {
      toast(t`Redirecting to Shopify`)
      window.open(confirmationUrl, '_top')
    } else {
      toast(t`Subscribed free plan`)
      void navigate(hrefIn(mode, '/subscription?success=true'))
    }
    return {}
  }
  return [subscribe, busy]
}

/** Stores why the merchant is about to leave, which opens the offer to stay. */
export const useStartDowngrade = () =>
  useCommit<useSubscribeStartDowngradeMutation>(graphql`
    mutation useSubscribeStartDowngradeMutation($input: SubscribeInput!) {
      startDowngrade(input: $input) {
        __typename
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)

/** Asks the platform for the present state, as after an approval. */
export const useRefreshSubscription = () =>
  useCommit<useSubscribeRefreshMutation>(graphql`
    mutation useSubscribeRefreshMutation {
      refreshSubscription {
        __typename
        ... on RefreshSubscriptionSuccess {
          data {
            id
            plan
            requestQuota { limit sent renewsAt }
            oldOrderQuota { limit used }
            subscription { interval status renews trialEndsAt periodEnd nextChargeUsd until frozen coupon refusal test plan { id displayName tier monthlyUsd annualMonthlyUsd maxImportRows } next { id displayName } held { id displayName } attempt { status at confirmationUrl plan { displayName } } offers { plan { id } trialDays losses { feature count } } }
          }
        }
        ... on Refusal { code message params }
      }
    }
  `)
