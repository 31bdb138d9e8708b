import { Trans, useLingui } from '@lingui/react/macro'
import { Banner } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type { DelayBanner_shop$key } from '../../../../__generated__/DelayBanner_shop.graphql.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'

/** Says that requests wait while no mail server can be reached. */
export function DelayBanner({ shop: key }: { shop: DelayBanner_shop$key }) {
  const { t } = useLingui()
  const format = useFormat()
  const { emailsDelayedSince } = useFragment(
    graphql`
    fragment DelayBanner_shop on Shop { emailsDelayedSince }
  `,
    key,
  )
  if (emailsDelayedSince == null) return null
  const time = format.date(emailsDelayedSince, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Banner tone="warning" title={t`Emails are delayed`}>
      <p>
        <Trans>
          Our email service hasn’t been available since {time}. Requests that are due wait, and we’ll send them as soon
          as it’s back.
        </Trans>
      </p>
    </Banner>
  )
}
