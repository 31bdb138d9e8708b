import { useLingui } from '@lingui/react/macro'
import { ActionList, Button, Popover, TextField } from '@shopify/polaris'
import { useId, useState } from 'react'

interface Props {
  label: string
  /** The merchant's words; empty: ours. */
  value: string
  /** Our words, ready to edit. */
  ours: string
  onChange: (value: string) => void
  disabled: boolean
  error?: string | undefined
  multiline?: number
  placeholder?: string
  /** Names of the merge fields to insert; none: no menu. */
  fields?: readonly string[]
}

/** Edits a text that starts with our words. It is marked as ours until changed, and can go back to ours. */
export function WordsField({ label, value, ours, onChange, disabled, error, multiline, placeholder, fields }: Props) {
  const { t } = useLingui()
  const id = useId()
  // An emptied field stays empty while the merchant types.
  const [isEmptied, setEmptied] = useState(false)
  const shown = isEmptied ? '' : value || ours
  const change = (text: string) => {
    setEmptied(text === '')
    onChange(text === ours ? '' : text)
  }
  const insert = (name: string) => {
    const area = document.getElementById(id) as HTMLInputElement | HTMLTextAreaElement | null
    const [start, end] = [area?.selectionStart ?? shown.length, area?.selectionEnd ?? shown.length]
    const field = `{{ ${name} }}`
    change(`${shown.slice(0, start)}${field}${shown.slice(end)}`)
    requestAnimationFrame(() => {
      area?.focus()
      area?.setSelectionRange(start + field.length, start + field.length)
    })
  }
  return (
    <div className="c-email-words">
      <div className={ours && !value ? 'c-email-words-ours' : ''}>
        <TextField
          id={id}
          label={label}
          value={shown}
          onChange={change}
          onBlur={() => setEmptied(false)}
          disabled={disabled}
          autoComplete="off"
          {...(multiline && { multiline })}
          {...(placeholder && { placeholder })}
          {...(error && { error })}
          {...(ours &&
            (value
              ? !disabled && {
                  labelAction: {
                    content: t`Use our words`,
                    accessibilityLabel: t`Use our words: ${label}`,
                    onAction: () => onChange(''),
                  },
                }
              : { helpText: t`Our words, until you change them.` }))}
        />
        {fields && !disabled && <FieldMenu label={label} fields={fields} onInsert={insert} />}
      </div>
    </div>
  )
}

function FieldMenu({
  label,
  fields,
  onInsert,
}: {
  label: string
  fields: readonly string[]
  onInsert: (name: string) => void
}) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      active={isOpen}
      onClose={() => setOpen(false)}
      autofocusTarget="first-node"
      preferredAlignment="left"
      activator={
        <Button
          variant="plain"
          disclosure
          accessibilityLabel={t`Insert a merge field: ${label}`}
          onClick={() => setOpen(!isOpen)}
        >{t`Insert a merge field`}</Button>
      }
    >
      <ActionList
        items={fields.map((name) => ({
          content: `{{ ${name} }}`,
          onAction: () => {
            setOpen(false)
            onInsert(name)
          },
        }))}
      />
    </Popover>
  )
}
