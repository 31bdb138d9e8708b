import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack } from '@shopify/polaris'
import { Suspense, type ReactNode } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { Link, useLocation } from 'react-router'
import type {
  notificationsLoaderQuery,
  notificationsLoaderQuery$data,
} from '../../../../__generated__/notificationsLoaderQuery.graphql.ts'
import { useRouteExists } from '../../../shell/relay/existing.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { SettingCheckbox, SettingSelect, SettingText } from '../../../ui/settings/SettingFields.tsx'
import { SettingsPage, SettingsSection } from '../../../ui/settings/SettingsPage.tsx'
import { useNoticesForm, type NoticesForm } from './noticesForm.ts'
import { notificationsQuery } from './notificationsLoader.ts'

const stars = ['1', '2', '3', '4', '5'] as const

/** Settings of the merchant's emails, with links to those for customers (spec 2: Notification management). */
export function Component() {
  const query = useRouteQuery<notificationsLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Notifications query={query} />
    </Suspense>
  )
}

function Notifications({ query }: { query: PreloadedQuery<notificationsLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<notificationsLoaderQuery>(notificationsQuery, query)
  return shop && <Notices shop={shop} />
}

function Notices({ shop }: { shop: NonNullable<notificationsLoaderQuery$data['viewer']['shop']> }) {
  const { t } = useLingui()
  const mode = useMode()
  const { pathname } = useLocation()
  const form = useNoticesForm(shop.emailSetting)
  return (
    <SettingsPage
      title={t`Notifications`}
      forms={[form]}
      {...(pathname === hrefIn(mode, '/collect-reviews/email-notifications') && {
        backAction: { content: t`Collect reviews`, url: hrefIn(mode, '/collect-reviews') },
      })}
    >
      <NewReviews form={form} shopEmail={shop.email} />
      <WeeklySummary form={form} shopEmail={shop.email} />
      <CustomerEmails />
    </SettingsPage>
  )
}

interface Props {
  form: NoticesForm
  /** Gets the emails if the merchant names no recipient. */
  shopEmail: string
}

function NewReviews({ form, shopEmail }: Props) {
  const { t } = useLingui()
  const { enabledEmailNewReview, enabledEmailNegativeReview, enabledEmailReportedReview } = form.values
  return (
    <SettingsSection title={t`New reviews`} description={t`Hear from your customers as soon as they write.`}>
      <SettingCheckbox
        form={form}
        name="enabledEmailNewReview"
        label={t`New reviews`}
        helpText={t`A summary of new reviews, at most once an hour.`}
      />
      {enabledEmailNewReview && (
        <Receivers
          form={form}
          name="receiverNewReview"
          label={t`Send new review notifications to`}
          shopEmail={shopEmail}
        />
      )}
      <SettingCheckbox
        form={form}
        name="enabledEmailNegativeReview"
        label={t`Negative reviews`}
        helpText={t`One email for each review, right away.`}
      />
      {enabledEmailNegativeReview && <NegativeRating form={form} />}
      <SettingCheckbox
        form={form}
        name="enabledEmailReportedReview"
        label={t`Reported reviews`}
        helpText={t`When a shopper reports a review, right away.`}
      />
      <SettingCheckbox
        form={form}
        name="enabledEmailAssignedReview"
        label={t`Assigned reviews`}
        helpText={t`When someone assigns reviews to a person. Only that person gets the email.`}
      />
      {(enabledEmailNegativeReview || enabledEmailReportedReview) && (
        <Receivers
          form={form}
          name="receiverNegativeReview"
          label={t`Send negative review notifications to`}
          shopEmail={shopEmail}
        />
      )}
    </SettingsSection>
  )
}

function NegativeRating({ form }: Pick<Props, 'form'>) {
  const { t } = useLingui()
  return (
    <SettingSelect
      form={form}
      name="negativeReview"
      label={t`Negative rating`}
      options={stars.map((count) => ({
        value: count,
        label: count === '1' ? t`1 star` : t`${count} stars or fewer`,
      }))}
    />
  )
}

function WeeklySummary({ form, shopEmail }: Props) {
  const { t } = useLingui()
  return (
    <SettingsSection
      title={t`Weekly summary`}
      description={t`How your reviews and requests did, compared with the week before.`}
    >
      <SettingCheckbox
        form={form}
        name="enabledEmailWeeklySummary"
        label={t`Weekly summary`}
        helpText={t`Every Monday morning. Weeks without reviews or requests are skipped.`}
      />
      {form.values.enabledEmailWeeklySummary && (
        <Receivers
          form={form}
          name="receiverWeeklySummary"
          label={t`Send the weekly summary to`}
          shopEmail={shopEmail}
        />
      )}
    </SettingsSection>
  )
}

interface ReceiversProps extends Props {
  name: 'receiverNewReview' | 'receiverNegativeReview' | 'receiverWeeklySummary'
  label: string
}

function Receivers({ form, name, label, shopEmail }: ReceiversProps) {
  const { t } = useLingui()
  return (
    <SettingText
      form={form}
      name={name}
      label={label}
      helpText={t`Separate email addresses with commas. Leave blank to use ${shopEmail}.`}
    />
  )
}

/** Links to the settings of customer emails, for each page that exists. */
function CustomerEmails() {
  const { t } = useLingui()
  return (
    <SettingsSection
      title={t`Emails to customers`}
      description={t`Review requests, reminders, replies, and discount codes.`}
    >
      <BlockStack gap="200">
        <WayTo path="/collect-reviews/emails">
          <Trans>Edit the text and design of emails</Trans>
        </WayTo>
        <WayTo path="/collect-reviews/setting-request" search="?previous=email-notification">
          <Trans>Choose when requests are sent</Trans>
        </WayTo>
        <WayTo path="/settings/sender">
          <Trans>Set the sender of emails</Trans>
        </WayTo>
      </BlockStack>
    </SettingsSection>
  )
}

function WayTo({ path, search = '', children }: { path: string; search?: string; children: ReactNode }) {
  const mode = useMode()
  return (
    useRouteExists(path) && (
      <Link className="c-plans-link" to={hrefIn(mode, path) + search}>
        {children}
      </Link>
    )
  )
}
