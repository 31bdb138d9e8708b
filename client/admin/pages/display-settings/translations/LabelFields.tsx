import { Trans, useLingui } from '@lingui/react/macro'
import { Button, InlineStack, Select, TextField } from '@shopify/polaris'
import { useState } from 'react'
import { maxLabelChars } from '../../../../../rules/limits.ts'
import { LOCALES } from '../../../../../rules/locales.ts'
import { countGraphemes } from '../../../../../rules/visible-text.ts'
import {
  LABEL_LANGUAGES,
  LABEL_LANGUAGE_NAMES,
  WIDGET_LABELS,
  type LabelLanguage,
  type LabelledWidget,
  type LabelWord,
  type WidgetLabel,
} from '../../../../../rules/widget-labels.ts'
import type { Say } from '../../../../storefront/widgets/shown.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { directionOf } from '../../../shell/words/locales.ts'
import { ChangedElsewhere } from '../../../ui/settings/SettingFields.tsx'
import { SettingsFold } from '../../../ui/settings/SettingsFold.tsx'
import { widgetTable } from '../widgetTable.tsx'
import type { TranslationsForm } from './translationsForm.ts'

interface Props {
  form: TranslationsForm
  language: LabelLanguage
  onLanguage(language: LabelLanguage): void
  /** Our words in that language. */
  say: Say
  /** Called with the widget whose labels the merchant edits. */
  onWidget(widget: LabelledWidget): void
}

/** The widgets' labels in one language: the merchant's words, or ours. */
export function LabelFields({ form, language, onLanguage, say, onWidget }: Props) {
  const { i18n } = useLingui()
  const [query, setQuery] = useState('')
  const { labels } = form.values
  const ownOf = (label: WidgetLabel) => labels.find((own) => own.language === language && own.label === label)
  const isFound = (label: WidgetLabel, word: LabelWord) =>
    [i18n._(word), say(word), ownOf(label)?.text ?? ''].some((text) =>
      text.toLowerCase().includes(query.trim().toLowerCase()),
    )
  const groups = Object.entries(WIDGET_LABELS).flatMap(([widget, words]) => {
    const rows = (Object.entries(words) as [WidgetLabel, LabelWord][]).filter(([label, word]) => isFound(label, word))
    return rows.length > 0 ? [{ widget: widget as LabelledWidget, rows }] : []
  })
  return (
    <>
      <LabelTools language={language} onLanguage={onLanguage} query={query} onQuery={setQuery} />
      {language === 'other' && (
        <p className="c-quiet">
          <Trans>For all languages that aren’t in this menu. A label that you don’t change stays in our words.</Trans>
        </p>
      )}
      <ChangedLabels form={form} language={language} />
      {groups.length === 0 && (
        <p className="c-quiet" role="status">
          <Trans>No label matches your search.</Trans>
        </p>
      )}
      {groups.map(({ widget, rows }) => (
        <div key={widget} onFocusCapture={() => onWidget(widget)}>
          <SettingsFold title={i18n._(widgetTable[widget].title)} open={widget === 'reviewBox' || query !== ''}>
            {rows.map(([label, word]) => (
              <LabelField
                key={`${language} ${label}`}
                form={form}
                language={language}
                label={label}
                word={word}
                say={say}
              />
            ))}
          </SettingsFold>
        </div>
      ))}
      <ChangedElsewhere
        form={form}
        names={['labels']}
        show={(stored) => stored.labels.map(({ text }) => text).join(', ')}
      />
    </>
  )
}

interface ToolsProps extends Pick<Props, 'language' | 'onLanguage'> {
  query: string
  onQuery(query: string): void
}

function LabelTools({ language, onLanguage, query, onQuery }: ToolsProps) {
  const { t } = useLingui()
  return (
    <div className="c-label-tools">
      <Select
        label={t`Language of the labels`}
        options={LABEL_LANGUAGES.map((id) => ({ value: id, label: languageName(id, t`Other languages`) }))}
        value={language}
        onChange={(chosen) => onLanguage(chosen as LabelLanguage)}
      />
      <TextField
        type="search"
        label={t`Search labels`}
        value={query}
        onChange={onQuery}
        autoComplete="off"
        clearButton
        onClearButtonClick={() => onQuery('')}
      />
    </div>
  )
}

/** Counts the changed labels of a language, and takes them back. */
function ChangedLabels({ form, language }: Pick<Props, 'form' | 'language'>) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const { labels } = form.values
  const changed = labels.filter((own) => own.language === language).length
  return (
    <InlineStack align="space-between" blockAlign="center" gap="200">
      <p className="c-quiet">{changed > 0 ? t`Changed in this language: ${changed}` : t`All labels are ours.`}</p>
      {!readOnly && changed > 0 && (
        <Button
          variant="plain"
          onClick={() =>
            form.set(
              'labels',
              labels.filter((own) => own.language !== language),
            )
          }
        >{t`Reset this language`}</Button>
      )}
    </InlineStack>
  )
}

const languageName = (id: LabelLanguage, other: string): string =>
  id === 'other' ? other : id === 'hi' || id === 'vi' ? LABEL_LANGUAGE_NAMES[id] : LOCALES[id]

interface FieldProps extends Pick<Props, 'form' | 'language' | 'say'> {
  label: WidgetLabel
  word: LabelWord
}

function LabelField({ form, language, label, word, say }: FieldProps) {
  const { t, i18n } = useLingui()
  const readOnly = useReadOnly()
  const { labels } = form.values
  const at = labels.findIndex((own) => own.language === language && own.label === label)
  const [ours, own] = [say(word), labels[at]]
  const change = (text: string) => {
    const others = labels.filter((_own, index) => index !== at)
    form.set(
      'labels',
      text === ours
        ? others
        : at < 0
          ? [...others, { language, label, text }]
          : labels.with(at, { language, label, text }),
    )
  }
  const error = at < 0 ? undefined : (form.errorOf(`labels.${at}.text`) ?? form.errorOf(`labels.${at}`))
  const count = countGraphemes(own?.text ?? '')
  return (
    <div className="c-label" data-direction={directionOf(language)}>
      <TextField
        label={i18n._(word)}
        value={own?.text ?? ours}
        onChange={change}
        autoComplete="off"
        disabled={readOnly}
        {...(error && { error })}
        {...(own && { suffix: `${count}/${maxLabelChars}`, helpText: <OurWord text={ours} /> })}
        {...(own && !readOnly && { labelAction: { content: t`Reset`, onAction: () => change(ours) } })}
      />
    </div>
  )
}

const OurWord = ({ text }: { text: string }) => (
  <Trans>
    Changed. Our word: <bdi>{text}</bdi>
  </Trans>
)
