import { useLingui } from '@lingui/react/macro'
import { graphql, useFragment } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import type { GeneralSettings } from '../../../../rules/settings/general.ts'
import type { EmailSetting } from '../../../../rules/settings/email-setting.ts'
import type { Eligibility, useReviewSettingsGeneralMutation } from '../../../__generated__/useReviewSettingsGeneralMutation.graphql.ts'
import type { useReviewSettingsNoticesMutation } from '../../../__generated__/useReviewSettingsNoticesMutation.graphql.ts'
import type { useReviewSettings_shop$key } from '../../../__generated__/useReviewSettings_shop.graphql.ts'
import { sentenceIn } from '../../shell/sentences.ts'
import { useToast } from '../../shell/toasts.tsx'
import { useCommit, type FieldErrors, type Outcome } from '../../shell/useCommit.ts'

type General = Pick<GeneralSettings,
  'autoSubmitPublish' | 'autoPublishThreshold' | 'autoPublishPending' | 'negativeReviewThreshold' | 'isTrashFeatureEnabled' | 'enableTrashReview' | 'hideReviewDate' | 'enableCountryFlag' | 'richSnippets' | 'enableAggregateRating' | 'isRtlStore'>
  & { eligibility: Eligibility, deleteAfterDays: number }
type Notices = Pick<EmailSetting, 'enabledEmailNewReview' | 'enabledEmailNegativeReview' | 'receiverNewReview' | 'receiverNegativeReview'>

/** What the page of general settings holds: two documents, one form. */
export type ReviewSettings = General & Notices

const noticeKeys: readonly string[] = ['enabledEmailNewReview', 'enabledEmailNegativeReview', 'receiverNewReview', 'receiverNegativeReview'] satisfies (keyof Notices)[]

/** The settings that govern reviews as they are stored, and how to save them (spec 3: General setting, Email setting). */
export function useReviewSettings(key: useReviewSettings_shop$key) {
  const { i18n } = useLingui()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const shop = useFragment(graphql`
    fragment useReviewSettings_shop on Shop {
      generalSettings {
        version autoSubmitPublish autoPublishThreshold autoPublishPending negativeReviewThreshold eligibility isTrashFeatureEnabled enableTrashReview
        deleteAfterDays hideReviewDate enableCountryFlag richSnippets enableAggregateRating isRtlStore
      }
      notificationSettings { version enabledEmailNewReview enabledEmailNegativeReview receiverNewReview receiverNegativeReview }
    }
  `, key)
  const [commitGeneral] = useCommit<useReviewSettingsGeneralMutation>(graphql`
    mutation useReviewSettingsGeneralMutation($input: GeneralSettingsInput!) {
      saveGeneralSettings(input: $input) {
        __typename
        ... on SaveGeneralSettingsSuccess {
          data {
            id version autoSubmitPublish autoPublishThreshold autoPublishPending negativeReviewThreshold eligibility isTrashFeatureEnabled enableTrashReview
            deleteAfterDays hideReviewDate enableCountryFlag richSnippets enableAggregateRating isRtlStore
          }
        }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const [commitNotices] = useCommit<useReviewSettingsNoticesMutation>(graphql`
    mutation useReviewSettingsNoticesMutation($input: NotificationSettingsInput!) {
      saveNotificationSettings(input: $input) {
        __typename
        ... on SaveNotificationSettingsSuccess { data { id version enabledEmailNewReview enabledEmailNegativeReview receiverNewReview receiverNegativeReview } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const { version: generalVersion, ...general } = shop.generalSettings
  const { version: noticesVersion, ...notices } = shop.notificationSettings
  const stored = { ...general, ...notices } as ReviewSettings
  const refusedOf = async (outcome: Outcome<unknown>): Promise<FieldErrors> => {
    if (outcome.ok) return {}
    if (outcome.code === 'stale') await revalidate()
    // What names no field is told already; it must still not count as saved.
    return Object.keys(outcome.fields).length > 0 ? outcome.fields : { form: outcome.message }
  }
  const save = async (values: ReviewSettings): Promise<FieldErrors> => {
    const changed = (Object.keys(values) as (keyof ReviewSettings)[]).filter((field) => values[field] !== stored[field])
    const picked = (wanted: boolean) => Object.fromEntries(changed.filter((field) => noticeKeys.includes(field) === wanted).map((field) => [field, values[field]]))
    const [noticesPatch, generalPatch] = [picked(true), picked(false)]
    if (Object.keys(noticesPatch).length > 0) {
      const refused = await refusedOf(await commitNotices({ input: { ...noticesPatch, version: noticesVersion } }))
      if (Object.keys(refused).length > 0) return refused
    }
    if (Object.keys(generalPatch).length > 0) {
      const refused = await refusedOf(await commitGeneral({ input: { ...generalPatch, version: generalVersion } }))
      if (Object.keys(refused).length > 0) return refused
      // The stars of a negative review stand in the other document too and raise its version.
      if ('negativeReviewThreshold' in generalPatch) await revalidate()
    }
    toast(sentenceIn(i18n, 'saved'))
    return {}
  }
  return { stored, save }
}
