import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, BlockStack } from '@shopify/polaris'
import { graphql } from 'react-relay/hooks'
import { isMessageCode } from '../../../rules/messages.ts'
import type { MailPauseBannerMutation } from '../../__generated__/MailPauseBannerMutation.graphql.ts'
import type { MailPauseBannerQuery } from '../../__generated__/MailPauseBannerQuery.graphql.ts'
import { hrefIn, useMode } from '../shell/frame/mode.tsx'
import { useReadOnly } from '../shell/frame/viewer.tsx'
import { useOwnQuery } from '../shell/Part.tsx'
import { useCommit } from '../shell/relay/useCommit.ts'
import { formatSentence } from '../shell/words/sentences.ts'
import { useFormat } from '../shell/words/useFormat.ts'

const query = graphql`query MailPauseBannerQuery { viewer { shop { id mailSender { id pause { reason text since host } } } } }`
const mutation = graphql`
  mutation MailPauseBannerMutation($input: ActOnSenderInput!) {
    actOnSender(input: $input) {
      __typename
      ... on ActOnSenderSuccess { data { id pause { reason text since host } } }
      ... on Refusal { code message params }
    }
  }
`

/** Says why the shop's emails are paused, and resumes them. Hidden otherwise. Render it below a Part. */
export function MailPauseBanner() {
  const { t } = useLingui()
  const mode = useMode()
  const format = useFormat()
  const readOnly = useReadOnly()
  const pause = useOwnQuery<MailPauseBannerQuery>(query, {}, 'store-and-network').viewer.shop?.mailSender.pause
  const [resume, resuming] = useCommit<MailPauseBannerMutation>(mutation)
  if (!pause) return null
  const { reason, host } = pause
  const isShare = reason === 'BOUNCES' || reason === 'COMPLAINTS'
  const text = isShare
    ? format.number(Number.parseFloat(pause.text) / 100, { style: 'percent', minimumFractionDigits: 1 })
    : pause.text
  const since = format.date(pause.since, { dateStyle: 'medium', timeStyle: 'short' })
  const actions = readOnly
    ? {}
    : {
        action: {
          content: t`Resume emails`,
          loading: resuming,
          onAction: () => void resume({ input: { act: 'RESUME' } }, { success: t`We’re sending your emails again` }),
        },
      }
  const settings =
    reason === 'SMTP'
      ? { secondaryAction: { content: t`Open email sender`, url: hrefIn(mode, '/settings/sender') } }
      : {}
  return (
    <Banner
      tone={reason === 'RESTORED' ? 'warning' : 'critical'}
      title={t`Your emails are paused`}
      {...actions}
      {...settings}
    >
      <BlockStack gap="100">
        <p>
          <Reason reason={reason} text={text} host={host} />
        </p>
        <p>
          <Trans>Paused since {since}. Your scheduled requests are waiting, not lost.</Trans>
        </p>
      </BlockStack>
    </Banner>
  )
}

function Reason({ reason, text, host }: { reason: string; text: string; host: string }) {
  const { i18n } = useLingui()
  switch (reason) {
    case 'SMTP':
      if (!isMessageCode(text))
        return (
          <Trans>
            {host} refused your emails: {text}
          </Trans>
        )
      return text === 'smtpUnreachable' ? <Trans>We can’t reach {host}.</Trans> : formatSentence(i18n, text)
    case 'RESTORED':
      return (
        <Trans>
          Your reviews and settings were moved here from another Candor. Check your settings, then resume your emails.
        </Trans>
      )
    case 'BOUNCES':
      return (
        <Trans>
          {text} of your emails in 7 days came back because the address doesn’t exist. More of them would harm your
          deliverability.
        </Trans>
      )
    default:
      return (
        <Trans>
          {text} of your customers in 7 days marked your emails as spam. More of them would harm your deliverability.
        </Trans>
      )
  }
}
