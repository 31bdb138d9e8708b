import './survey.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Link, Text } from '@shopify/polaris'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { SURVEY_STARTS } from '../../../../rules/settings/survey.ts'
import type { surveyLoaderQuery, surveyLoaderQuery$data } from '../../../__generated__/surveyLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../shell/relay/routeQuery.ts'
import { useBranding } from '../../ui/settings/brand.ts'
import { NumberSetting } from '../../ui/settings/NumberSetting.tsx'
import { SettingCheckbox, SettingSelect } from '../../ui/settings/SettingFields.tsx'
import { SettingsPage, SettingsSection } from '../../ui/settings/SettingsPage.tsx'
import { QuestionFields } from './QuestionFields.tsx'
import { ResultsCard } from './ResultsCard.tsx'
import { useSurveyEmailForm, useSurveyForm, type SurveyEmailForm, type SurveyForm } from './surveyForm.ts'
import { surveyQuery } from './surveyLoader.ts'
import { SurveyPreview } from './SurveyPreview.tsx'

/** The customer survey (spec 2: /other-compliance): its question, where it is asked, and its results at a glance. */
export function Component() {
  const query = useRouteQuery<surveyLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Loaded query={query} />
    </Suspense>
  )
}

function Loaded({ query }: { query: PreloadedQuery<surveyLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<surveyLoaderQuery>(surveyQuery, query)
  return shop && <Survey shop={shop} />
}

function Survey({ shop }: { shop: NonNullable<surveyLoaderQuery$data['viewer']['shop']> }) {
  const { t } = useLingui()
  const form = useSurveyForm(shop.survey)
  const email = useSurveyEmailForm(shop.emailTemplates)
  const branding = useBranding(shop.branding)
  return (
    <SettingsPage
      title={t`Customer survey`}
      subtitle={t`Ask customers one question, and how likely they are to recommend you.`}
      wide
      forms={[form, email]}
    >
      <div className="c-survey">
        <BlockStack gap="400">
          <ResultsCard results={shop.surveyResults} isOn={form.stored.enabled} />
          <SettingsSection title={t`Survey`}>
            <SettingCheckbox
              form={form}
              name="enabled"
              label={t`Ask customers`}
              helpText={t`Each order answers once. Customers can change their answer for a week.`}
            />
          </SettingsSection>
          <SettingsSection title={t`Question`}>
            <QuestionFields form={form} primaryLocale={shop.primaryLocale} />
          </SettingsSection>
          <SettingsSection title={t`Where you ask`}>
            <Places form={form} email={email} />
          </SettingsSection>
        </BlockStack>
        <SurveyPreview values={form.values} shop={shop} branding={branding} />
      </div>
    </SettingsPage>
  )
}

function Places({ form, email }: { form: SurveyForm; email: SurveyEmailForm }) {
  const { t } = useLingui()
  const mode = useMode()
  const starts = { fulfillment: t`fulfillment`, delivery: t`delivery` }
  const units = { minutes: t`minutes`, hours: t`hours`, days: t`days`, weeks: t`weeks`, months: t`months` }
  return (
    <>
      <SettingCheckbox
        form={form}
        name="thankYouPage"
        label={t`On the thank-you page`}
        helpText={t`Add the Candor survey block to your thank-you page in Shopify’s checkout editor.`}
      />
      <SettingCheckbox
        form={form}
        name="afterReview"
        label={t`After a review`}
        helpText={t`Customers who reviewed from an email see a link to the survey.`}
      />
      <SettingCheckbox form={email} name="survey.enabled" label={t`By email`} />
      {email.values.survey.enabled && (
        <div className="c-survey-delay">
          {email.values.survey.sendAfter === 'custom' && (
            <>
              <NumberSetting form={email} name="survey.sendAfterCustom" label={t`Delay`} min={1} max={365} />
              <SettingSelect
                form={email}
                name="survey.timeUnit"
                label={t`Unit`}
                options={Object.entries(units).map(([value, label]) => ({ value, label }))}
              />
            </>
          )}
          <SettingSelect
            form={form}
            name="emailAfter"
            label={t({ message: 'After', context: 'an event of an order' })}
            options={SURVEY_STARTS.map((value) => ({ value, label: starts[value] }))}
          />
        </div>
      )}
      <Text as="p" tone="subdued">
        <Trans>
          Change the email’s text in{' '}
          <Link url={hrefIn(mode, '/collect-reviews/emails/customer-survey')}>Email templates</Link>. Customers who
          unsubscribed or already answered get none.
        </Trans>
      </Text>
    </>
  )
}
