import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Banner, InlineGrid } from '@shopify/polaris'
import { adviseDelay } from '../../../../rules/analytics.ts'
import { useFormat } from '../../shell/words/useFormat.ts'
import { AnalyticsFrame, type Shown } from './AnalyticsFrame.tsx'
import { BarList } from './BarList.tsx'
import { AnalyticsCard, FigureChart, Tiles } from './cards.tsx'
import { breakdownOf, figureOf } from './figures.ts'
import { Funnel } from './Funnel.tsx'
import { HeatMap } from './HeatMap.tsx'
import { useCountryNames, useDelayNames, useTemplateNames } from './names.ts'

const emailSteps = ['sent', 'opened', 'clicked', 'reviewed'] as const

/** What review requests bring (spec 2: /analytics/email). */
export function Component() {
  const { t } = useLingui()
  return <AnalyticsFrame title={t`Email analytics`}>{(shown) => <Email shown={shown} />}</AnalyticsFrame>
}

function Email({ shown }: { shown: Shown }) {
  const { t } = useLingui()
  const delayName = useDelayNames()
  const { page, currency } = shown
  const scheduled = figureOf(page, 'scheduled').total ?? 0
  const empty = t`Sent emails, and what customers did with them, are listed here.`
  return (
    <>
      <Tiles shown={shown} names={['reviewRate', 'openRate', 'clickRate', 'bounced', 'complained', 'unsubscribed']} />
      <InlineGrid columns={{ xs: 1, lg: 'minmax(0, 2fr) minmax(0, 1fr)' }} gap="400">
        <AnalyticsCard
          shown={shown}
          title={t`Emails over time`}
          file={{ figures: ['sent', 'opened', 'reviewed'] }}
          help={t`Each event counts on the day it happens. Some mail programs hide that an email was opened.`}
        >
          <FigureChart shown={shown} names={['sent', 'opened', 'reviewed']} title={t`Emails over time`} empty={empty} />
        </AnalyticsCard>
        <AnalyticsCard
          shown={shown}
          title={t`From request to review`}
          file={{ figures: emailSteps }}
          help={
            <Plural
              value={scheduled}
              one="# new email was scheduled in these days, for now or later."
              other="# new emails were scheduled in these days, for now or later."
            />
          }
        >
          <Funnel
            title={t`From request to review`}
            shown={shown}
            names={emailSteps}
            empty={t`The way from the sent email to the review is shown here.`}
          />
        </AnalyticsCard>
      </InlineGrid>
      <AnalyticsCard
        shown={shown}
        title={t`Days between order and email`}
        file={{ table: 'delay', of: t`Delay` }}
        help={t`Reviews per email, by how long you wait after the order.`}
      >
        <DelayAdvice shown={shown} />
        <BarList
          title={t`Days between order and email`}
          of={t`Delay`}
          breakdown={breakdownOf(page, 'delay')}
          currency={currency}
          nameOf={delayName}
          empty={empty}
        />
      </AnalyticsCard>
      <EmailTables shown={shown} empty={empty} />
    </>
  )
}

function EmailTables({ shown, empty }: { shown: Shown; empty: string }) {
  const { page, currency } = shown
  const { t } = useLingui()
  const countryName = useCountryNames()
  const templateName = useTemplateNames()
  return (
    <>
      <AnalyticsCard
        shown={shown}
        title={t`Hour of the week`}
        file={{ table: 'hour', of: t`Hour of the week` }}
        help={t`When emails were sent, in your store’s time zone. Darker: more reviews per email.`}
      >
        <HeatMap
          breakdown={breakdownOf(page, 'hour')}
          empty={t`The hours in which emails bring most reviews are shown here.`}
        />
      </AnalyticsCard>
      <InlineGrid columns={{ xs: 1, xl: 2 }} gap="400">
        <AnalyticsCard shown={shown} title={t`Emails by template`} file={{ table: 'template', of: t`Template` }}>
          <BarList
            title={t`Emails by template`}
            of={t`Template`}
            breakdown={breakdownOf(page, 'template')}
            currency={currency}
            nameOf={templateName}
            empty={empty}
          />
        </AnalyticsCard>
        <AnalyticsCard shown={shown} title={t`Emails by country`} file={{ table: 'country', of: t`Country` }}>
          <BarList
            title={t`Emails by country`}
            of={t`Country`}
            breakdown={breakdownOf(page, 'country')}
            currency={currency}
            nameOf={countryName}
            empty={empty}
          />
        </AnalyticsCard>
      </InlineGrid>
    </>
  )
}

/** Says which delay brings most reviews, if there are enough emails to know. */
function DelayAdvice({ shown: { page } }: { shown: Shown }) {
  const format = useFormat()
  const delayName = useDelayNames()
  const advice = adviseDelay(
    breakdownOf(page, 'delay').rows.map(({ key, totals: [sent, , , reviewed] }) => ({
      key,
      sent: sent ?? 0,
      reviewed: reviewed ?? 0,
    })),
  )
  if (advice.kind === 'tooFew') {
    const { needed } = advice
    return (
      <Banner>
        <Trans>
          Too few emails to compare: two delays need at least {needed} emails each. Choose a longer range, or try
          another delay in the email settings.
        </Trans>
      </Banner>
    )
  }
  const share = (sent: number, reviewed: number) =>
    format.number(sent > 0 ? reviewed / sent : 0, { style: 'percent', maximumFractionDigits: 1 })
  const { best } = advice
  const [delay, bestShare] = [delayName(best.key), share(best.sent, best.reviewed)]
  const [reviews, emails] = [format.number(best.reviewed), format.number(best.sent)]
  if (advice.kind === 'tooClose')
    return (
      <Banner>
        <Trans>
          {delay} after the order bring most reviews so far: {reviews} of {emails} emails ({bestShare}). The difference
          to other delays is small enough to be chance.
        </Trans>
      </Banner>
    )
  const othersShare = share(advice.others.sent, advice.others.reviewed)
  return (
    <Banner tone="success">
      <Trans>
        Emails sent {delay} after the order bring most reviews: {reviews} of {emails} ({bestShare}), against{' '}
        {othersShare} with other delays.
      </Trans>
    </Banner>
  )
}
