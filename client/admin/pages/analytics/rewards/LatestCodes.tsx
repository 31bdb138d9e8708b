import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button, Card, Text } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import { toEnumName } from '../../../../../rules/enum-name.ts'
import { DISCOUNT_STATES } from '../../../../../rules/settings/discount.ts'
import type { LatestCodes_code$key } from '../../../../__generated__/LatestCodes_code.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { discountStateWords, useWorth } from '../../../ui/discountWords.ts'
import { useRewardNames } from './rewardNames.ts'

/** The codes given last, with a link to all. */
export function LatestCodes({ codes }: { codes: readonly LatestCodes_code$key[] }) {
  const { t } = useLingui()
  const mode = useMode()
  return (
    <Card>
      <section className="c-latest-codes" aria-label={t`Latest codes`}>
        <header>
          <Text as="h2" variant="headingSm">
            <Trans>Latest codes</Trans>
          </Text>
          <Button variant="plain" url={hrefIn(mode, '/collect-reviews/discount/codes')}>{t`View all codes`}</Button>
        </header>
        <ul>
          {codes.map((code, at) => (
            <Code key={at} code={code} />
          ))}
        </ul>
      </section>
    </Card>
  )
}

function Code({ code: key }: { code: LatestCodes_code$key }) {
  const { i18n } = useLingui()
  const format = useFormat()
  const worth = useWorth()
  const rewardName = useRewardNames()
  const row = useFragment(
    graphql`
      fragment LatestCodes_code on Discount { code email kind type value currency appliesTo state usedOrderName createdAt }
    `,
    key,
  )
  const state = DISCOUNT_STATES.find((each) => toEnumName(each) === row.state)
  return (
    <li>
      <div>
        <strong data-user-content dir="ltr">
          {row.code}
        </strong>
        <span className="c-quiet">
          {worth(row)} · {rewardName(row.kind)}
        </span>
      </div>
      <span data-user-content className="c-latest-email">
        {row.email}
      </span>
      <span className="c-latest-state">
        {state && (
          <Badge {...(state === 'redeemed' ? { tone: 'success' as const } : {})}>
            {i18n._(discountStateWords[state])}
          </Badge>
        )}
        <span className="c-quiet">{row.usedOrderName || format.date(row.createdAt)}</span>
      </span>
    </li>
  )
}
