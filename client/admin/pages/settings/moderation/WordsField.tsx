import { useLingui } from '@lingui/react/macro'
import { Labelled } from '@shopify/polaris'
import { useId, useState } from 'react'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { ChangedElsewhere } from '../../../ui/settings/SettingFields.tsx'
import type { ModerationForm } from './moderationForm.ts'

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The list of words, one in a line. Has a fixed height: Polaris would lay out every pasted line to grow. */
export function WordsField({ form }: { form: ModerationForm }) {
  const { t } = useLingui()
  const format = useFormat()
  const id = useId()
  const readOnly = useReadOnly()
  const { words } = form.values
  const [typed, setTyped] = useState<{ text: string; words: readonly string[] }>({ text: '', words: [] })
  // Keeps blank lines while typing, and follows Discard and Reset.
  const shown = typed.words.join('\n') === words.join('\n') ? typed.text : words.join('\n')
  const error = useWordError(form)
  return (
    <>
      <Labelled
        id={id}
        label={t`Words and phrases`}
        error={error ?? false}
        helpText={t`One in each line. We find whole words, whatever their case and accents. Signs such as .* are plain text.`}
      >
        <div className={`Polaris-TextField Polaris-TextField--multiline${error ? ' Polaris-TextField--error' : ''}`}>
          <textarea
            id={id}
            className="Polaris-TextField__Input"
            rows={8}
            autoComplete="off"
            spellCheck={false}
            value={shown}
            disabled={readOnly}
            placeholder={t`One in each line`}
            aria-invalid={error !== undefined}
            aria-describedby={[error && `${id}Error`, `${id}HelpText`].filter(Boolean).join(' ')}
            onChange={({ target: { value: text } }) => {
              const lines = linesOf(text)
              setTyped({ text, words: lines })
              form.set('words', lines)
            }}
          />
          <div className="Polaris-TextField__Backdrop" />
        </div>
      </Labelled>
      <ChangedElsewhere form={form} names={['words']} show={(stored) => format.list(stored.words) || t`none`} />
    </>
  )
}

/** Returns the list's error, or its first wrong word with the reason. */
function useWordError(form: ModerationForm): string | undefined {
  const { t } = useLingui()
  const { words } = form.values
  const whole = form.errorOf('words')
  if (whole) return whole
  const at = words.findIndex((_word, index) => form.errorOf(`words.${index}`))
  if (at === -1) return undefined
  const [number, reason] = [at + 1, form.errorOf(`words.${at}`) ?? '']
  return t`Word ${number}: ${reason}`
}
