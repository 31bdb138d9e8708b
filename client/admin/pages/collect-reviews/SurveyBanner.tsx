import { Trans, useLingui } from '@lingui/react/macro'
import { graphql, useFragment } from 'react-relay/hooks'
import type { SurveyBanner_shop$key } from '../../../__generated__/SurveyBanner_shop.graphql.ts'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { DismissibleBanner } from '../../ui/DismissibleBanner.tsx'

/** Suggests the customer survey to shops that have not turned it on. A dismissal hides it for a day, at most three times. */
export function SurveyBanner({ shop: key }: { shop: SurveyBanner_shop$key }) {
  const { t } = useLingui()
  const mode = useMode()
  const shop = useFragment(
    graphql`fragment SurveyBanner_shop on Shop { survey { enabled } ...DismissibleBanner_shop @alias(as: "banners") }`,
    key,
  )
  if (shop.survey.enabled) return null
  return (
    <DismissibleBanner
      shop={shop.banners}
      banner="survey"
      snooze
      title={t`Would your customers recommend you?`}
      action={{ content: t`Set up the survey`, url: hrefIn(mode, '/other-compliance') }}
    >
      <p>
        <Trans>Ask them after their order, with one more question of your choice.</Trans>
      </p>
    </DismissibleBanner>
  )
}
