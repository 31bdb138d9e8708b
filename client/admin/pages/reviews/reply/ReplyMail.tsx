import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, Text } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import { isMessageCode } from '../../../../../rules/messages.ts'
import type { ReplyMail_review$key } from '../../../../__generated__/ReplyMail_review.graphql.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'

/** Says whether the email with the reply was sent, or why not. */
export function ReplyMail({ review: key }: { review: ReplyMail_review$key }) {
  const { i18n } = useLingui()
  const format = useFormat()
  const { replyMail } = useFragment(
    graphql`
    fragment ReplyMail_review on Review { replyMail { state at reason } }
  `,
    key,
  )
  if (!replyMail) return null
  const time = format.date(replyMail.at, { dateStyle: 'medium', timeStyle: 'short' })
  if (replyMail.state === 'FAILED') {
    const reason = replyMail.reason ?? ''
    const words = isMessageCode(reason) ? formatSentence(i18n, reason) : reason
    return (
      <Banner tone="warning">
        <Trans>
          The reply wasn’t emailed on {time}. {words}
        </Trans>
      </Banner>
    )
  }
  return (
    <Text as="p" tone="subdued">
      {replyMail.state === 'SENT' ? (
        <Trans>Emailed to the reviewer on {time}.</Trans>
      ) : (
        <Trans>The email leaves on {time}.</Trans>
      )}
    </Text>
  )
}
