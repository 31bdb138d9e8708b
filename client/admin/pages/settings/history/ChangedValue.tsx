import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { choiceLabel } from './choices.ts'

interface Props {
  document: string
  field: string
  /** The value as JSON; of a secret, whether it was set. */
  json: string
  isSecret: boolean
  /** The value on the other side of the change. */
  other: string
}

/** A setting's value in plain words: a color with its swatch, a choice by its label, a text as typed. */
export function ChangedValue({ document, field, json, isSecret, other }: Props) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const value = JSON.parse(json) as unknown
  if (document === 'integrations') return value === true ? t`Connected` : t`Not connected`
  if (isSecret) return value === true ? t`Set` : t`Not set`
  if (typeof value === 'boolean') return value ? t`On` : t`Off`
  if (typeof value === 'number' && document === 'popup')
    return format.number(value / 1000, { style: 'unit', unit: 'second', unitDisplay: 'long' })
  if (typeof value === 'number') return format.number(value)
  if (document === 'shop' && value === null) return t`Automatic`
  if (value === '') return isColour(JSON.parse(other)) ? t`Brand color` : t`Empty`
  if (isColour(value))
    return (
      <>
        <span className="c-swatch" style={{ background: value }} />
        {value}
      </>
    )
  if (typeof value === 'string')
    return choiceLabel({ i18n, format }, { document, field, value }) ?? <OwnText text={value} />
  if (Array.isArray(value) && value.every((each) => typeof each === 'string') && value.length > 0)
    return <OwnText text={format.list(value)} />
  const entries = Array.isArray(value) ? value.length : (value as { entries?: number } | null)?.entries
  return !entries ? t`Empty` : t`${plural(entries, { one: '# entry', other: '# entries' })}`
}

const OwnText = ({ text }: { text: string }) => <span data-user-content>{text}</span>

const isColour = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)
