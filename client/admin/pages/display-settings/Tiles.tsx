import type { ReactNode } from 'react'
import { useId } from 'react'
import { useReadOnly } from '../../shell/frame/viewer.tsx'
import { ChangedElsewhere } from '../../ui/settings/SettingFields.tsx'
import type { BoxForm } from './boxForm.ts'

type Name = 'layout' | 'starIconType'
type Value<Field extends Name> = BoxForm['values'][Field]

interface Props<Field extends Name> {
  form: BoxForm
  name: Field
  label: string
  tiles: readonly { value: Value<Field>, label: string, picture: ReactNode }[]
}

/** A choice among pictures: radio buttons by nature, so arrows and screen readers know them. */
export function Tiles<Field extends Name>({ form, name, label, tiles }: Props<Field>) {
  const group = useId()
  const readOnly = useReadOnly()
  const set = form.set as (name: Field, value: Value<Field>) => void
  return (
    <fieldset className="c-tiles" disabled={readOnly}>
      <legend>{label}</legend>
      <div>
        {tiles.map(({ value, label: text, picture }) => (
          <label key={value}>
            <input type="radio" name={group} value={value} checked={value === form.values[name]} onChange={() => set(name, value)} />
            {picture}
            <span>{text}</span>
          </label>
        ))}
      </div>
      <ChangedElsewhere form={form} names={[name]} show={(stored) => tiles.find(({ value }) => value === stored[name])?.label ?? ''} />
    </fieldset>
  )
}
