import type { ReactNode } from 'react'
import { useId } from 'react'
import { readPath } from '../../../../rules/settings/document.ts'
import { useReadOnly } from '../../shell/frame/viewer.tsx'
import { ChangedElsewhere } from '../../ui/settings/SettingFields.tsx'
import type { PathTo } from '../../ui/settings/leaves.ts'
import type { SettingsForm } from '../../ui/settings/useSettingsForm.ts'

interface Props<Values extends object> {
  form: SettingsForm<Values>
  name: PathTo<Values, string>
  label: string
  tiles: readonly { value: string; label: string; picture: ReactNode }[]
}

/** Picture tiles for one choice, built on radio buttons for arrow keys and screen readers. */
export function Tiles<Values extends object>({ form, name, label, tiles }: Props<Values>) {
  const group = useId()
  const readOnly = useReadOnly()
  const set = form.set as (name: string, value: string) => void
  return (
    <fieldset className="c-tiles" disabled={readOnly}>
      <legend>{label}</legend>
      <div>
        {tiles.map(({ value, label: text, picture }) => (
          <label key={value}>
            <input
              type="radio"
              name={group}
              value={value}
              checked={value === readPath(form.values, name)}
              onChange={() => set(name, value)}
            />
            {picture}
            <span>{text}</span>
          </label>
        ))}
      </div>
      <ChangedElsewhere
        form={form}
        names={[name]}
        show={(stored) => tiles.find(({ value }) => value === readPath(stored, name))?.label ?? ''}
      />
    </fieldset>
  )
}
