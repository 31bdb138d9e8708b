import { useLingui } from '@lingui/react/macro'
import { Button, ButtonGroup, InlineStack, Select, TextField } from '@shopify/polaris'
import { DeleteIcon, PlusIcon } from '@shopify/polaris-icons'
import { useState } from 'react'
import { LOCALES, LOCALE_IDS, matchLocale, type Locale } from '../../../../rules/locales.ts'
import {
  maxSurveyChoiceChars,
  maxSurveyChoices,
  maxSurveyQuestionChars,
  minSurveyChoices,
} from '../../../../rules/settings/survey.ts'
import { useReadOnly } from '../../shell/frame/viewer.tsx'
import { ChangedElsewhere, SettingCheckbox, SettingChoices, SettingText } from '../../ui/settings/SettingFields.tsx'
import type { SurveyForm } from './surveyForm.ts'

/** The question, how it is answered, and its translations. */
export function QuestionFields({ form, primaryLocale }: { form: SurveyForm; primaryLocale: string }) {
  const { t } = useLingui()
  const primary = matchLocale(primaryLocale) ?? 'en'
  const [locale, setLocale] = useState<Locale>(primary)
  const isPrimary = locale === primary
  return (
    <>
      <Select
        label={t`Language`}
        options={[primary, ...LOCALE_IDS.filter((id) => id !== primary)].map((id) => {
          const name = LOCALES[id]
          return { value: id, label: id === primary ? t`${name} (your shop’s language)` : name }
        })}
        value={locale}
        onChange={(chosen) => setLocale(chosen as Locale)}
        helpText={isPrimary ? undefined : t`Empty fields show the text of your primary language.`}
      />
      {isPrimary ? (
        <>
          <SettingText form={form} name="question" label={t`Question`} maxLength={maxSurveyQuestionChars} />
          <Suggestions form={form} />
          <SettingChoices
            form={form}
            name="kind"
            label={t`Customers answer with`}
            choices={[
              { value: 'choices', label: t`One of your choices` },
              { value: 'text', label: t`Their own words` },
            ]}
          />
        </>
      ) : (
        <SettingText
          form={form}
          name={`texts.${locale}.question`}
          label={t`Question`}
          placeholder={form.values.question}
          maxLength={maxSurveyQuestionChars}
        />
      )}
      {form.values.kind === 'choices' && (
        <>
          {isPrimary ? <Choices form={form} /> : <TranslatedChoices key={locale} form={form} locale={locale} />}
          {isPrimary && <SettingCheckbox form={form} name="askComment" label={t`Also ask for a comment`} />}
        </>
      )}
    </>
  )
}

/** Ready-made questions, which the merchant may change. */
function Suggestions({ form }: { form: SurveyForm }) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const suggestions: { question: string; choices: string[] }[] = [
    {
      question: t`How did you hear about us?`,
      choices: [t`Search engine`, t`Social media`, t`A friend`, t`An ad`, t`Somewhere else`],
    },
    {
      question: t`Who is this order for?`,
      choices: [t`For me`, t`A gift`, t`For my company`],
    },
    {
      question: t`How easy was it to find what you wanted?`,
      choices: [t`Very easy`, t`Easy`, t`Neither`, t`Hard`, t`Very hard`],
    },
    { question: t`What almost kept you from ordering?`, choices: [] },
  ]
  if (readOnly) return null
  const use = ({ question, choices }: (typeof suggestions)[number]) => {
    form.set('question', question)
    form.set('kind', choices.length > 0 ? 'choices' : 'text')
    if (choices.length > 0) form.set('choices', choices)
  }
  return (
    <ButtonGroup>
      {suggestions
        .filter(({ question }) => question !== form.values.question)
        .map((suggestion) => (
          <Button key={suggestion.question} size="slim" onClick={() => use(suggestion)}>
            {suggestion.question}
          </Button>
        ))}
    </ButtonGroup>
  )
}

function Choices({ form }: { form: SurveyForm }) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const { choices } = form.values
  const put = (next: string[]) => form.set('choices', next)
  return (
    <div className="c-survey-choices" role="group" aria-label={t`Choices`}>
      {choices.map((choice, at) => {
        const number = at + 1
        return (
          <TextField
            key={at}
            label={t`Choice ${number}`}
            labelHidden
            autoComplete="off"
            maxLength={maxSurveyChoiceChars}
            value={choice}
            disabled={readOnly}
            error={form.errorOf(`choices.${at}` as 'choices') ?? false}
            onChange={(text) => put(choices.with(at, text))}
            connectedRight={
              <Button
                icon={DeleteIcon}
                disabled={readOnly || choices.length <= minSurveyChoices}
                accessibilityLabel={t`Remove choice ${number}`}
                onClick={() => put(choices.toSpliced(at, 1))}
              />
            }
          />
        )
      })}
      <ChoicesError text={form.errorOf('choices')} />
      <ChangedElsewhere form={form} names={['choices']} show={(stored) => stored.choices.join(', ')} />
      <InlineStack>
        <Button
          icon={PlusIcon}
          disabled={readOnly || choices.length >= maxSurveyChoices}
          onClick={() => put([...choices, ''])}
        >{t`Add choice`}</Button>
      </InlineStack>
    </div>
  )
}

function TranslatedChoices({ form, locale }: { form: SurveyForm; locale: Locale }) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const { choices: primary, texts } = form.values
  const path = `texts.${locale}.choices` as const
  const { choices } = texts[locale]
  const isLocked = form.lockOf(path) !== null
  const change = (at: number, text: string) => {
    const next = primary.map((_choice, index) => (index === at ? text : (choices[index] ?? '')))
    form.set(path, next.every((choice) => choice.trim() === '') ? [] : next)
  }
  return (
    <div className="c-survey-choices" role="group" aria-label={t`Choices`}>
      {primary.map((choice, at) => (
        <TextField
          key={at}
          label={choice}
          autoComplete="off"
          maxLength={maxSurveyChoiceChars}
          value={choices[at] ?? ''}
          disabled={readOnly || isLocked}
          error={form.errorOf(`${path}.${at}` as typeof path) ?? false}
          onChange={(text) => change(at, text)}
        />
      ))}
      <ChoicesError text={form.errorOf(path)} />
    </div>
  )
}

const ChoicesError = ({ text }: { text: string | undefined }) =>
  text && (
    <p className="c-survey-error" role="alert">
      {text}
    </p>
  )
