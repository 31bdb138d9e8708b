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

/** The general settings that govern reviews (spec 3): each card one question, each help text its effect. */
export function ReviewSettings({ shop }: { shop: useReviewSettings_shop$key }) {
  const form = useTypedForm(useReviewSettings(shop))
  return (
    <>
      <Publishing form={form} />
      <Writers form={form} />
      <RecycleBin form={form} />
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
    ? <Trans>Every new review waits for you.</Trans>
    : from === 1
      ? <Trans>Every new review is on your store at once.</Trans>
      : <Trans>Reviews with {from} stars or more are on your store at once, the others wait for you.</Trans>
  return (
    <SettingsSection title={t`Publishing`} description={t`What happens to a review when it comes in.`}>
      <BlockStack gap="400">
        <Checkbox label={t`Publish new reviews by themselves`} checked={values.autoSubmitPublish} disabled={readOnly} onChange={(on) => set('autoSubmitPublish', on)} />
        <Select
          label={t`From how many stars on`}
          options={[
            { value: '1', label: t`1 star: all of them` },
            { value: '2', label: t`2 stars` },
            { value: '3', label: t`3 stars` },
            { value: '4', label: t`4 stars` },
            { value: '5', label: t`5 stars only` },
          ]}
          value={String(from)}
          disabled={readOnly || !values.autoSubmitPublish}
          onChange={(chosen) => set('autoPublishThreshold', Number(chosen))}
        />
        <p className="c-quiet">{effect} <Trans>What still waits after {autoPublishAfterDays} days is published; what you have hidden stays hidden.</Trans></p>
      </BlockStack>
    </SettingsSection>
  )
}

function Writers({ form: { values, set } }: Fields) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  return (
    <SettingsSection title={t`Who may write`} description={t`Links in your mails always work: they go to buyers.`}>
      <ChoiceList
        title={t`Reviews can be written by`}
        titleHidden
        disabled={readOnly}
        choices={[
          { value: 'EVERYONE', label: t`Everyone`, helpText: t`Also guests, whose reviews carry no verified badge.` },
          { value: 'LOGGED_IN_USERS', label: t`Customers who are signed in`, helpText: t`Others are asked to sign in to your store first.` },
          { value: 'VERIFIED_BUYERS', label: t`Buyers of the product`, helpText: t`Only who has bought it, or comes from a mail.` },
        ]}
        selected={[values.eligibility]}
        onChange={([chosen]) => set('eligibility', (chosen ?? 'EVERYONE') as Values['eligibility'])}
      />
    </SettingsSection>
  )
}

function RecycleBin({ form: { values, set } }: Fields) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  return (
    <SettingsSection title={t`Recycle bin`} description={t`A place to think twice.`}>
      <PlanGate feature="recycleBin">
        {(locked) => (
          <BlockStack gap="400">
            <Checkbox label={t`Keep deleted reviews in the recycle bin`} checked={values.isTrashFeatureEnabled} disabled={locked || readOnly} onChange={(on) => set('isTrashFeatureEnabled', on)} helpText={t`Off: deleting asks once and is final.`} />
            <Checkbox label={t`Let it empty itself`} checked={values.enableTrashReview} disabled={locked || readOnly} onChange={(on) => set('enableTrashReview', on)} helpText={t`Off: reviews stay in it until you delete them.`} />
            <Select
              label={t`Delete for good after`}
              options={trashDaysChoices.map((days) => ({ value: String(days), label: t`${days} days` }))}
              value={String(values.deleteAfterDays)}
              disabled={locked || readOnly || !values.enableTrashReview}
              onChange={(days) => set('deleteAfterDays', Number(days))}
            />
          </BlockStack>
        )}
      </PlanGate>
    </SettingsSection>
  )
}

function OnTheStore({ form: { values, set } }: Fields) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  return (
    <SettingsSection title={t`On your store`} description={t`What shoppers see of a review.`}>
      <BlockStack gap="300">
        <Checkbox label={t`Hide the dates of reviews`} checked={values.hideReviewDate} disabled={readOnly} onChange={(on) => set('hideReviewDate', on)} helpText={t`Shoppers no longer see how old a review is.`} />
        <Checkbox label={t`Show the flag of the author’s country`} checked={values.enableCountryFlag} disabled={readOnly} onChange={(on) => set('enableCountryFlag', on)} helpText={t`Beside the name, where the country is known.`} />
        <Checkbox label={t`My store reads from right to left`} checked={values.isRtlStore} disabled={readOnly} onChange={(on) => set('isRtlStore', on)} helpText={t`Reviews and their form are laid out from the right, in every language.`} />
      </BlockStack>
    </SettingsSection>
  )
}

function SearchEngines({ form: { values, set } }: Fields) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  return (
    <SettingsSection title={t`Search engines`} description={t`Stars in the results of a search.`}>
      <BlockStack gap="300">
        <Checkbox label={t`Tell search engines about reviews`} checked={values.richSnippets} disabled={readOnly} onChange={(on) => set('richSnippets', on)} helpText={t`Product pages carry their reviews as structured data.`} />
        <Checkbox label={t`With the average of all ratings`} checked={values.enableAggregateRating} disabled={readOnly || !values.richSnippets} onChange={(on) => set('enableAggregateRating', on)} helpText={t`What the stars in a result are made of.`} />
      </BlockStack>
    </SettingsSection>
  )
}

function Notices({ form: { values, errors, set } }: Fields) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const several = t`One address or several with commas between them; empty: the address of your shop.`
  return (
    <SettingsSection title={t`Mails to you`} description={t`So that you need not look in all day.`}>
      <BlockStack gap="500">
        <BlockStack gap="300">
          <Checkbox
            label={t`New reviews`} checked={values.enabledEmailNewReview} disabled={readOnly} onChange={(on) => set('enabledEmailNewReview', on)}
            helpText={t`What has come in, at most once an hour.`}
          />
          <TextField label={t`New reviews are mailed to`} value={values.receiverNewReview} onChange={(list) => set('receiverNewReview', list)} autoComplete="off" disabled={readOnly || !values.enabledEmailNewReview} helpText={several} {...(errors['receiverNewReview'] ? { error: errors['receiverNewReview'] } : {})} />
        </BlockStack>
        <BlockStack gap="300">
          <Checkbox label={t`Negative reviews`} checked={values.enabledEmailNegativeReview} disabled={readOnly} onChange={(on) => set('enabledEmailNegativeReview', on)} helpText={t`Each one at once.`} />
          <Select
            label={t`A review is negative with`}
            options={stars.map((count) => ({ value: count, label: count === '1' ? t`1 star` : t`${count} stars or fewer` }))}
            value={String(values.negativeReviewThreshold)}
            disabled={readOnly}
            onChange={(count) => set('negativeReviewThreshold', Number(count))}
          />
          <TextField label={t`Negative reviews are mailed to`} value={values.receiverNegativeReview} onChange={(list) => set('receiverNegativeReview', list)} autoComplete="off" disabled={readOnly || !values.enabledEmailNegativeReview} helpText={several} {...(errors['receiverNegativeReview'] ? { error: errors['receiverNegativeReview'] } : {})} />
        </BlockStack>
      </BlockStack>
    </SettingsSection>
  )
}
