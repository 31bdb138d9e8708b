import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Checkbox, ChoiceList, Select, TextField } from '@shopify/polaris'
import { autoPublishAfterDays, trashDaysChoices } from '../../../../rules/limits.ts'
import type { useReviewSettings_shop$key } from '../../../__generated__/useReviewSettings_shop.graphql.ts'
import { useReadOnly } from '../../shell/viewer.tsx'
import { PlanGate } from '../../ui/PlanGate.tsx'
import { SettingsSection, type SettingsForm } from '../../ui/SettingsForm.tsx'
import { useReviewSettings, type ReviewSettings as Values } from './useReviewSettings.ts'
import { useTypedForm } from './useTypedForm.ts'

interface Fields {
  form: SettingsForm<Values>
}

const stars = ['1', '2', '3', '4', '5'] as const

/** The general settings for reviews (spec 3). */
export function ReviewSettings({ shop }: { shop: useReviewSettings_shop$key }) {
  const form = useTypedForm(useReviewSettings(shop))
  return (
    <>
      <Publishing form={form} />
      <Writers form={form} />
      <Trash form={form} />
      <OnTheStore form={form} />
      <SearchEngines form={form} />
      <Notices form={form} />
    </>
  )
}

function Publishing({ form: { values, set } }: Fields) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const from = values.autoPublishThreshold
  const effect = !values.autoSubmitPublish
    ? <Trans>Every new review stays pending until you publish it.</Trans>
    : from === 1
      ? <Trans>All new reviews are published immediately.</Trans>
      : <Trans>Reviews with {from} stars or more are published immediately. Others stay pending.</Trans>
  return (
    <SettingsSection title={t`Publishing`} description={t`What happens to new reviews.`}>
      <BlockStack gap="400">
        <Checkbox label={t`Publish new reviews automatically`} checked={values.autoSubmitPublish} disabled={readOnly} onChange={(on) => set('autoSubmitPublish', on)} />
        <Select
          label={t`Minimum rating`}
          options={[
            { value: '1', label: t`1 star (all reviews)` },
            { value: '2', label: t`2 stars` },
            { value: '3', label: t`3 stars` },
            { value: '4', label: t`4 stars` },
            { value: '5', label: t`5 stars only` },
          ]}
          value={String(from)}
          disabled={readOnly || !values.autoSubmitPublish}
          onChange={(chosen) => set('autoPublishThreshold', Number(chosen))}
          helpText={effect}
        />
        <Checkbox
          label={t`Publish pending reviews after ${autoPublishAfterDays} days`} checked={values.autoPublishPending} disabled={readOnly} onChange={(on) => set('autoPublishPending', on)}
          helpText={t`When off, pending reviews wait until you publish them. Hidden and imported reviews are never published automatically.`}
        />
      </BlockStack>
    </SettingsSection>
  )
}

function Writers({ form: { values, set } }: Fields) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  return (
    <SettingsSection title={t`Who can write reviews`} description={t`Customers can always use the links in your review request emails.`}>
      <ChoiceList
        title={t`Who can write reviews`}
        titleHidden
        disabled={readOnly}
        choices={[
          { value: 'EVERYONE', label: t`Everyone`, helpText: t`Includes guests. Their reviews have no verified badge.` },
          { value: 'LOGGED_IN_USERS', label: t`Signed-in customers`, helpText: t`Other visitors are asked to sign in to your store first.` },
          { value: 'VERIFIED_BUYERS', label: t`Verified buyers`, helpText: t`Only customers who bought the product, or people with an email link.` },
        ]}
        selected={[values.eligibility]}
        onChange={([chosen]) => set('eligibility', (chosen ?? 'EVERYONE') as Values['eligibility'])}
      />
    </SettingsSection>
  )
}

function Trash({ form: { values, set } }: Fields) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  return (
    <SettingsSection title={t`Trash`} description={t`Recover deleted reviews.`}>
      <PlanGate feature="recycleBin">
        {(locked) => {
          const shut = locked || readOnly
          // A plan without the trash has none, whatever is stored.
          const [hasTrash, empties] = [!locked && values.isTrashFeatureEnabled, !locked && values.enableTrashReview]
          return (
            <BlockStack gap="400">
              <Checkbox label={t`Move deleted reviews to the trash`} checked={hasTrash} disabled={shut} onChange={(on) => set('isTrashFeatureEnabled', on)} helpText={t`When off, deleting is permanent.`} />
              <Checkbox label={t`Empty automatically`} checked={empties} disabled={shut} onChange={(on) => set('enableTrashReview', on)} helpText={t`When off, reviews stay in the trash until you delete them.`} />
              <Select
                label={t`Delete permanently after`}
                options={trashDaysChoices.map((days) => ({ value: String(days), label: t`${days} days` }))}
                value={String(values.deleteAfterDays)}
                disabled={shut || !empties}
                onChange={(days) => set('deleteAfterDays', Number(days))}
              />
            </BlockStack>
          )
        }}
      </PlanGate>
    </SettingsSection>
  )
}

function OnTheStore({ form: { values, set } }: Fields) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  return (
    <SettingsSection title={t`Storefront`} description={t`What shoppers see with each review.`}>
      <BlockStack gap="300">
        <Checkbox label={t`Hide review dates`} checked={values.hideReviewDate} disabled={readOnly} onChange={(on) => set('hideReviewDate', on)} helpText={t`Shoppers can’t see when a review was written.`} />
        <Checkbox label={t`Show country flags`} checked={values.enableCountryFlag} disabled={readOnly} onChange={(on) => set('enableCountryFlag', on)} helpText={t`Next to the reviewer’s name, if we know their country.`} />
        <Checkbox label={t`Right-to-left layout`} checked={values.isRtlStore} disabled={readOnly} onChange={(on) => set('isRtlStore', on)} helpText={t`Reviews and the review form are laid out right to left in every language.`} />
      </BlockStack>
    </SettingsSection>
  )
}

function SearchEngines({ form: { values, set } }: Fields) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  return (
    <SettingsSection title={t`Search engines`} description={t`Show star ratings in search results.`}>
      <BlockStack gap="300">
        <Checkbox label={t`Add rich snippets`} checked={values.richSnippets} disabled={readOnly} onChange={(on) => set('richSnippets', on)} helpText={t`Adds review data that search engines can read to your product pages.`} />
        <Checkbox label={t`Include the average rating`} checked={values.enableAggregateRating} disabled={readOnly || !values.richSnippets} onChange={(on) => set('enableAggregateRating', on)} helpText={t`Search engines use it to show stars.`} />
      </BlockStack>
    </SettingsSection>
  )
}

function Notices({ form: { values, errors, set } }: Fields) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const several = t`Separate email addresses with commas. Leave blank to use your shop’s email.`
  return (
    <SettingsSection title={t`Email notifications`} description={t`Get notified about new reviews.`}>
      <BlockStack gap="500">
        <BlockStack gap="300">
          <Checkbox
            label={t`New reviews`} checked={values.enabledEmailNewReview} disabled={readOnly} onChange={(on) => set('enabledEmailNewReview', on)}
            helpText={t`A summary of new reviews, at most once an hour.`}
          />
          <TextField label={t`Send new review notifications to`} value={values.receiverNewReview} onChange={(list) => set('receiverNewReview', list)} autoComplete="off" disabled={readOnly || !values.enabledEmailNewReview} helpText={several} {...(errors['receiverNewReview'] ? { error: errors['receiverNewReview'] } : {})} />
        </BlockStack>
        <BlockStack gap="300">
          <Checkbox label={t`Negative reviews`} checked={values.enabledEmailNegativeReview} disabled={readOnly} onChange={(on) => set('enabledEmailNegativeReview', on)} helpText={t`One email for each review, right away.`} />
          <Select
            label={t`Negative rating`}
            options={stars.map((count) => ({ value: count, label: count === '1' ? t`1 star` : t`${count} stars or fewer` }))}
            value={String(values.negativeReviewThreshold)}
            disabled={readOnly}
            onChange={(count) => set('negativeReviewThreshold', Number(count))}
          />
          <TextField label={t`Send negative review notifications to`} value={values.receiverNegativeReview} onChange={(list) => set('receiverNegativeReview', list)} autoComplete="off" disabled={readOnly || !values.enabledEmailNegativeReview} helpText={several} {...(errors['receiverNegativeReview'] ? { error: errors['receiverNegativeReview'] } : {})} />
        </BlockStack>
      </BlockStack>
    </SettingsSection>
  )
}
