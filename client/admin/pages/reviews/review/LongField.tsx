import { useLingui } from '@lingui/react/macro'
import { InlineStack, TextField } from '@shopify/polaris'
import { countCharacters } from '../../../../../rules/visible-text.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'

interface Props {
  label: string
  value: string
  onChange: (text: string) => void
  /** Maximum of characters as people count them. */
  max: number
  /** Initial number of lines, and the height in pixels up to which the field grows. */
  lines: number
  maxHeight: number
  helpText?: string
  error?: string | undefined
  disabled?: boolean
  autoFocus?: boolean
}

/** Returns whether a text has too many characters. Leading and trailing spaces are dropped and don't count. */
export const isTooLong = (text: string, max: number): boolean => countCharacters(text.trim()) > max

/** A multi-line text with a counter. Text over the limit shows an error and is never cut. */
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
