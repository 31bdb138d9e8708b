import { Trans, useLingui } from '@lingui/react/macro'
import { Banner } from '@shopify/polaris'
import { findHeldBelow } from '../../../../rules/review-status.ts'
import { autoPublishAfterDays, trashDaysChoices } from '../../../../rules/limits.ts'
import { SettingCheckbox, SettingChoices, SettingSelect } from '../../ui/settings/SettingFields.tsx'
import { SettingsSection } from '../../ui/settings/SettingsPage.tsx'
import type { GeneralForm } from './reviewForms.ts'

/** General settings for reviews (spec 3). */
export function ReviewSettings({ form }: { form: GeneralForm }) {
  return (
    <>
      <Publishing form={form} />
      <Writers form={form} />
      <Trash form={form} />
      <OnTheStore form={form} />
    </>
  )
}

function Publishing({ form }: { form: GeneralForm }) {
  const { t } = useLingui()
  const { autoPublishThreshold: from, autoSubmitPublish } = form.values
  const heldBelow = findHeldBelow(form.values)
  const effect = !autoSubmitPublish ? (
    <Trans>Every new review stays pending until you publish it.</Trans>
  ) : from === 1 ? (
    <Trans>All new reviews are published immediately.</Trans>
  ) : (
    <Trans>Reviews with {from} stars or more are published immediately. Others stay pending.</Trans>
  )
  return (
    <SettingsSection open title={t`Publishing`} description={t`What happens to new reviews.`}>
      <SettingCheckbox form={form} name="autoSubmitPublish" label={t`Publish new reviews automatically`} />
      <SettingSelect
        form={form}
        name="autoPublishThreshold"
        label={t`Minimum rating`}
        helpText={effect}
        disabled={!autoSubmitPublish}
        options={[
          { value: '1', label: t`1 star (all reviews)` },
          { value: '2', label: t`2 stars` },
          { value: '3', label: t`3 stars` },
          { value: '4', label: t`4 stars` },
          { value: '5', label: t`5 stars only` },
        ]}
      />
      <SettingCheckbox
        form={form}
        name="autoPublishPending"
        label={t`Publish pending reviews after ${autoPublishAfterDays} days`}
        helpText={t`When off, pending reviews wait until you publish them. Hidden and imported reviews are never published automatically.`}
      />
      {heldBelow !== null && heldBelow <= 5 && (
        <Banner tone="warning" title={t`Negative reviews may never be shown`}>
          <Trans>
            Reviews with {heldBelow} stars or more are published at once, but lower ones only if you publish them. US
            law (16 CFR 465.7) and EU law (Directive 2005/29/EC, Annex I, 23c) forbid holding back reviews for their
            rating. Publish pending reviews after {autoPublishAfterDays} days, or decide about each one soon.
          </Trans>
        </Banner>
      )}
    </SettingsSection>
  )
}

function Writers({ form }: { form: GeneralForm }) {
  const { t } = useLingui()
  return (
    <SettingsSection
      title={t`Who can write reviews`}
      description={t`Customers can always use the links in your review request emails.`}
    >
      <SettingChoices
        form={form}
        name="eligibility"
        label={t`Who can write reviews`}
        labelHidden
        choices={[
          {
            value: 'everyone',
            label: t`Everyone`,
            helpText: t`Includes guests. Their reviews have no verified badge.`,
          },
          {
            value: 'logged_in_users',
            label: t`Signed-in customers`,
            helpText: t`Other visitors are asked to sign in to your store first.`,
          },
          {
            value: 'verified_buyers',
            label: t`Verified buyers`,
            helpText: t`Only customers who bought the product, or people with an email link.`,
          },
        ]}
      />
    </SettingsSection>
  )
}

function Trash({ form }: { form: GeneralForm }) {
  const { t } = useLingui()
  return (
    <SettingsSection
      title={t`Trash`}
      description={t`Recover deleted reviews.`}
      lock={form.lockOf('isTrashFeatureEnabled')}
    >
      <SettingCheckbox
        form={form}
        name="isTrashFeatureEnabled"
        label={t`Move deleted reviews to the trash`}
        helpText={t`When off, deleting is permanent.`}
      />
      <SettingCheckbox
        form={form}
        name="enableTrashReview"
        label={t`Empty automatically`}
        helpText={t`When off, reviews stay in the trash until you delete them.`}
      />
      <SettingSelect
        form={form}
        name="deleteAfterDays"
        label={t`Delete permanently after`}
        disabled={!form.values.enableTrashReview}
        options={trashDaysChoices.map((days) => ({ value: String(days), label: t`${days} days` }))}
      />
    </SettingsSection>
  )
}

function OnTheStore({ form }: { form: GeneralForm }) {
  const { t } = useLingui()
  return (
    <>
      <SettingsSection title={t`Storefront`} description={t`What shoppers see with each review.`}>
        <SettingCheckbox
          form={form}
          name="hideReviewDate"
          label={t`Hide review dates`}
          helpText={t`Shoppers can’t see when a review was written.`}
        />
        {form.values.hideReviewDate && (
          <Banner tone="warning">
            <Trans>
              The law of some countries requires the date at each review, such as France (Consumer Code D111-17). Check
              the rules where you sell.
            </Trans>
          </Banner>
        )}
        <SettingCheckbox
          form={form}
          name="enableCountryFlag"
          label={t`Show country flags`}
          helpText={t`Next to the reviewer’s name, if we know their country.`}
        />
        <SettingCheckbox
          form={form}
          name="isRtlStore"
          label={t`Right-to-left layout`}
          helpText={t`Lays out reviews and the review form from right to left in every language.`}
        />
      </SettingsSection>
      <SettingsSection title={t`Search engines`} description={t`Show star ratings in search results.`}>
        <SettingCheckbox
          form={form}
          name="richSnippets"
          label={t`Show stars in Google`}
          helpText={t`Adds review data to your product pages that search engines can read.`}
        />
        <SettingCheckbox
          form={form}
          name="enableAggregateRating"
          label={t`Include the average rating`}
          disabled={!form.values.richSnippets}
          helpText={t`Search engines use it to show stars.`}
        />
        <SettingCheckbox
          form={form}
          name="richSnippetProduct"
          label={t`Include price, brand, SKU and GTIN`}
          disabled={!form.values.richSnippets}
          helpText={t`Only for themes without product data of their own. Most themes have it.`}
        />
      </SettingsSection>
    </>
  )
}
