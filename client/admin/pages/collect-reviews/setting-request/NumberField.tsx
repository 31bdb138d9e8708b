import { TextField } from '@shopify/polaris'
import { useState, type ReactNode } from 'react'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { emptyDelayResetsTo } from '../../../../../rules/limits.ts'

interface Props {
  label: string
  labelHidden?: boolean
  value: number
  onChange: (value: number) => void
  error: string | undefined
  connectedRight?: ReactNode
}

/** A whole number. An empty field resets to 1 (spec 5). */
export function NumberField({ value, onChange, error, labelHidden = false, ...field }: Props) {
  const readOnly = useReadOnly()
  const [emptied, setEmptied] = useState(false)
  return (
    <TextField
      {...field}
      labelHidden={labelHidden}
      type="number"
      inputMode="numeric"
      disabled={readOnly}
      autoComplete="off"
      value={emptied ? '' : String(value)}
      onChange={(text) => {
        setEmptied(text === '')
        if (text !== '') onChange(Number(text))
      }}
      onBlur={() => {
        if (emptied) onChange(emptyDelayResetsTo)
        setEmptied(false)
      }}
      error={error ?? false}
    />
  )
}
