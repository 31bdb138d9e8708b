import { useLingui } from '@lingui/react/macro'
import { TextField } from '@shopify/polaris'
import { useState } from 'react'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { ChangedElsewhere } from '../../../ui/settings/SettingFields.tsx'
import type { ModerationForm } from './moderationForm.ts'

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The list of words, one in a line. */
export function WordsField({ form }: { form: ModerationForm }) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const { words } = form.values
  const [typed, setTyped] = useState('')
  // Keeps blank lines while typing, and follows Discard and Reset.
  const shown = linesOf(typed).join('\n') === words.join('\n') ? typed : words.join('\n')
  const error = ['words', ...words.map((_word, at) => `words.${at}`)].map((path) => form.errorOf(path)).find(Boolean)
  return (
    <>
      <TextField
        label={t`Words and phrases`}
        multiline={4}
        maxHeight={240}
        autoComplete="off"
        spellCheck={false}
        value={shown}
        disabled={readOnly}
        error={error ?? false}
        placeholder={t`One in each line`}
        onChange={(text) => {
          setTyped(text)
          form.set('words', linesOf(text))
        }}
        helpText={t`One in each line. We find whole words, whatever their case and accents. Signs such as .* are plain text.`}
      />
      <ChangedElsewhere form={form} names={['words']} show={(stored) => stored.words.join(', ') || t`none`} />
    </>
  )
}
