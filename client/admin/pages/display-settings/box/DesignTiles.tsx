import { useLingui } from '@lingui/react/macro'
import { useId, type ReactNode } from 'react'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { ChangedElsewhere } from '../../../ui/settings/SettingFields.tsx'
import type { BoxForm } from './boxForm.ts'
import type { SwitchesForm } from './switchesForm.ts'

type Design = 'newest' | 'simple' | 'modern'

const draw = (shapes: ReactNode) => (
  <svg viewBox="0 0 64 44" aria-hidden="true">
    {shapes}
  </svg>
)
const pictures: Readonly<Record<Design, ReactNode>> = {
  newest: draw(
    <>
      <path d="M8 10h16M8 18h10M34 9h22M34 14h18" />
      <rect x="6" y="25" width="52" height="14" rx="4" />
      <path d="M12 32h9M27 32h24" />
    </>,
  ),
  simple: draw(<path d="M6 8h20M44 8h14M6 15h52M6 22h14M6 27h44M6 33h52M6 39h18" />),
  modern: draw(
    <>
      <rect x="6" y="4" width="52" height="12" rx="6" />
      <rect x="6" y="21" width="24" height="19" rx="6" />
      <rect x="34" y="21" width="24" height="19" rx="6" />
      <path d="M14 10h14" />
    </>,
  ),
}

/** Chooses a design. The standard one is a switch of the general settings, the two older ones are settings of the box. */
export function DesignTiles({ form, switches }: { form: BoxForm; switches: SwitchesForm }) {
  const { t } = useLingui()
  const group = useId()
  const readOnly = useReadOnly()
  const names: Readonly<Record<Design, string>> = { newest: t`Standard`, simple: t`Simple`, modern: t`Modern` }
  const chosen: Design = switches.values.isUsingPresetV2 ? 'newest' : form.values.designPreset
  const choose = (design: Design) => {
    switches.set('isUsingPresetV2', design === 'newest')
    if (design !== 'newest') form.set('designPreset', design)
  }
  return (
    <fieldset className="c-tiles" disabled={readOnly}>
      <legend>{t`Design`}</legend>
      <div>
        {(Object.keys(names) as Design[]).map((design) => (
          <label key={design}>
            <input
              type="radio"
              name={group}
              value={design}
              checked={design === chosen}
              onChange={() => choose(design)}
            />
            {pictures[design]}
            <span>{names[design]}</span>
          </label>
        ))}
      </div>
      <ChangedElsewhere form={form} names={['designPreset']} show={(stored) => names[stored.designPreset]} />
    </fieldset>
  )
}
