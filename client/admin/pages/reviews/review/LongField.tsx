import { useLingui } from '@lingui/react/macro'
import { InlineStack, TextField } from '@shopify/polaris'
import { countCharacters } from '../../../../../rules/visible-text.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'

interface Props {
  label: string
  value: string
  onChange: (text: string) => void
  /** Characters, as people count them. */
  max: number
  /** Lines shown at first, and pixels up to which the field grows. */
  lines: number
  maxHeight: number
  helpText?: string
  error?: string | undefined
  disabled?: boolean
  autoFocus?: boolean
}

/** Whether a text has more characters than are taken; blanks around it are not kept, so they do not count. */
export const isTooLong = (text: string, max: number): boolean => countCharacters(text.trim()) > max

/** A text of several lines with its count. What is too long is said there and stays: nothing typed or pasted is cut. */
export function LongField({ value, max, lines, helpText, error, ...field }: Props) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const [written, most] = [format.number(countCharacters(value.trim())), format.number(max)]
  const problem = isTooLong(value, max) ? formatSentence(i18n, 'fillAtMost', { max }) : error
  return (
    <TextField
      {...field}
      value={value}
      multiline={lines}
      autoComplete="off"
      helpText={
        <InlineStack align="space-between" gap="200">
          <span>{helpText}</span>
          <span>{t`${written} of ${most} characters`}</span>
        </InlineStack>
      }
      {...(problem ? { error: problem } : {})}
    />
  )
}
