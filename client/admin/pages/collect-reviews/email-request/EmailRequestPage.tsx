import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Card, InlineStack, Spinner, Text } from '@shopify/polaris'
import { useEffect, useRef } from 'react'
import { graphql } from 'react-relay/hooks'
import { useNavigate, useSearchParams } from 'react-router'
import { backToRequestsMs } from '../../../../../rules/limits.ts'
import type { EmailRequestPageMutation } from '../../../../__generated__/EmailRequestPageMutation.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { useCommit } from '../../../shell/relay/useCommit.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useToast } from '../../../shell/toasts.tsx'
import { AdminPage } from '../../../ui/AdminPage.tsx'

const requestReviews = graphql`
  mutation EmailRequestPageMutation($input: RequestReviewsInput!) {
    requestReviews(input: $input) {
      __typename
      ... on RequestReviewsSuccess { data { changedIds skippedIds } }
      ... on Refusal { code message params }
    }
  }
`

/**
 * Target of the links on the platform's order pages (spec 2 and 7). Sends the requests of the orders in `ids[]` or
 * `id`, then opens the list of requests.
 */
export function Component() {
  const { t } = useLingui()
  const [params] = useSearchParams()
  const send = useSend()
  const started = useRef(false)
  useEffect(() => {
    // Effects run twice in development; sending twice would email customers twice.
    if (started.current) return
    started.current = true
    void send([...params.getAll('ids[]'), ...params.getAll('ids'), ...params.getAll('id')])
  })
  return (
    <AdminPage title={t`Review requests`}>
      <Card>
        <InlineStack gap="400" blockAlign="center" wrap={false}>
          <Spinner size="small" accessibilityLabel={t`Sending`} />
          <BlockStack gap="100">
            <Text as="p" variant="headingSm">
              <Trans>Sending review requests</Trans>
            </Text>
            <Text as="p" tone="subdued">
              <Trans>You can close this page. Your review requests open in a moment.</Trans>
            </Text>
          </BlockStack>
        </InlineStack>
      </Card>
    </AdminPage>
  )
}

function useSend(): (orderIds: readonly string[]) => Promise<void> {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const mode = useMode()
  const navigate = useNavigate()
  const [commit] = useCommit<EmailRequestPageMutation>(requestReviews)
  return async (orderIds) => {
    const outcome = await commit({ input: { orderIds } }, { quiet: true })
    if (outcome.ok) {
      const { changedIds = [], skippedIds = [] } = outcome.data.requestReviews.data ?? {}
      const [sent, skipped] = [changedIds.length, skippedIds.length]
      const done = t`${plural(sent, { one: 'Sending now', other: 'Sending # emails now' })}`
      toast(skipped === 0 ? done : t`${done}. ${plural(skipped, { one: '# not changed', other: '# not changed' })}.`)
    } else toast(`${formatSentence(i18n, 'failToSend')}. ${outcome.message}`, { isError: true })
    setTimeout(
      () => void navigate(hrefIn(mode, '/collect-reviews/review-request'), { replace: true }),
      backToRequestsMs,
    )
  }
}
