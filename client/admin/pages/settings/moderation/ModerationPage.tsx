import '../settings-page.css'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ChoiceList } from '@shopify/polaris'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { REVIEW_LANGUAGES, ruleCountDays, type ModerationRule } from '../../../../../rules/moderation.ts'
import { REFUSAL_REASONS, maxRefusalNoteChars } from '../../../../../rules/refusal.ts'
import { needsRejectNote } from '../../../../../rules/settings/moderation.ts'
import type {
  moderationLoaderQuery,
  moderationLoaderQuery$data,
} from '../../../../__generated__/moderationLoaderQuery.graphql.ts'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { refusalLabels } from '../../../ui/refusalWords.ts'
import { SettingCheckbox, SettingSelect, SettingText } from '../../../ui/settings/SettingFields.tsx'
import { SettingsPage, SettingsSection } from '../../../ui/settings/SettingsPage.tsx'
import { languageName } from '../../../ui/suspicionWords.ts'
import { useModerationForm, type ModerationForm } from './moderationForm.ts'
import { moderationQuery } from './moderationLoader.ts'
import { Trial } from './Trial.tsx'
import { WordsField } from './WordsField.tsx'

/** Rules for new reviews: words, links, contacts and languages. */
export function Component() {
  const query = useRouteQuery<moderationLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Settings query={query} />
    </Suspense>
  )
}

function Settings({ query }: { query: PreloadedQuery<moderationLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<moderationLoaderQuery>(moderationQuery, query)
  return shop && <Moderation shop={shop} />
}

function Moderation({ shop }: { shop: NonNullable<moderationLoaderQuery$data['viewer']['shop']> }) {
  const { t } = useLingui()
  const form = useModerationForm(shop.moderation)
  const { wordAct, linkAct, contactAct, languageAct } = form.values
  const actedOn = (rule: ModerationRule): string => {
    const count = shop.moderationCounts.find((each) => each.rule === rule.toUpperCase())?.count ?? 0
    return count === 0
      ? t`Not used in the last ${ruleCountDays} days.`
      : t`${plural(count, { one: `Acted on # review in the last ${ruleCountDays} days.`, other: `Acted on # reviews in the last ${ruleCountDays} days.` })}`
  }
  const rejects = [wordAct, linkAct, contactAct, languageAct].includes('reject')
  return (
    <SettingsPage
      title={t`Moderation`}
      subtitle={t`Rules for new reviews and customers’ changes, whatever their rating.`}
      forms={[form]}
    >
      <WordRule form={form} description={actedOn('word')} />
      <SettingsSection title={t`Links`} description={actedOn('link')}>
        <ActSelect form={form} name="linkAct" label={t`Reviews with a link`} />
      </SettingsSection>
      <SettingsSection title={t`Contact details`} description={actedOn('contact')}>
        <ActSelect form={form} name="contactAct" label={t`Reviews with an email address or phone number`} />
      </SettingsSection>
      <SettingsSection title={t`Language`} description={actedOn('language')}>
        <ActSelect
          form={form}
          name="languageAct"
          label={t`Reviews in another language`}
          helpText={t`Short reviews and doubtful cases always pass.`}
        />
        {languageAct !== 'off' && <Languages form={form} />}
      </SettingsSection>
      {rejects && <RejectedReviews form={form} />}
      <SettingsSection title={t`Imported reviews`}>
        <SettingCheckbox
          form={form}
          name="markImports"
          label={t`Mark imported reviews, too`}
          helpText={t`Rules never hold or reject imported reviews.`}
        />
      </SettingsSection>
      <Trial form={form} />
    </SettingsPage>
  )
}

function WordRule({ form, description }: { form: ModerationForm; description: string }) {
  const { t, i18n } = useLingui()
  const { wordAct } = form.values
  return (
    <SettingsSection title={t`Words`} description={description}>
      <ActSelect form={form} name="wordAct" label={t`Reviews with one of these words`} />
      {wordAct !== 'off' && <WordsField form={form} />}
      {wordAct === 'reject' && (
        <SettingSelect
          form={form}
          name="wordReason"
          label={t`Reason for the author`}
          options={REFUSAL_REASONS.map((value) => ({ value, label: i18n._(refusalLabels[value]) }))}
        />
      )}
    </SettingsSection>
  )
}

function RejectedReviews({ form }: { form: ModerationForm }) {
  const { t } = useLingui()
  return (
    <SettingsSection title={t`Rejected reviews`} description={t`Their authors get the reason by email and can object.`}>
      <SettingText
        form={form}
        name="rejectNote"
        label={needsRejectNote(form.values) ? t`Message to the author` : t`Message to the author (optional)`}
        multiline={3}
        maxLength={maxRefusalNoteChars}
      />
    </SettingsSection>
  )
}

interface ActProps {
  form: ModerationForm
  name: 'wordAct' | 'linkAct' | 'contactAct' | 'languageAct'
  label: string
  helpText?: string
}

function ActSelect(props: ActProps) {
  const { t } = useLingui()
  return (
    <SettingSelect
      {...props}
      options={[
        { value: 'off', label: t`No rule` },
        { value: 'mark', label: t`Publish as usual, and mark` },
        { value: 'hold', label: t`Hold until you decide` },
        { value: 'reject', label: t`Reject, and tell the author why` },
      ]}
    />
  )
}

function Languages({ form }: { form: ModerationForm }) {
  const { t, i18n } = useLingui()
  const readOnly = useReadOnly()
  const error = form.errorOf('languages')
  return (
    <div className="c-moderation-languages">
      <ChoiceList
        allowMultiple
        title={t`Languages that reviews may have`}
        disabled={readOnly}
        choices={REVIEW_LANGUAGES.map((value) => ({ value, label: languageName(i18n.locale, value) }))}
        selected={[...form.values.languages]}
        {...(error && { error })}
        onChange={(chosen) =>
          form.set(
            'languages',
            REVIEW_LANGUAGES.filter((language) => chosen.includes(language)),
          )
        }
      />
    </div>
  )
}
