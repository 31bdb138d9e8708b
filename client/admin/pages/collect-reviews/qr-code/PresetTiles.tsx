import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { cardSvg } from '../../../../../rules/qr-card/card.ts'
import { presetDesigns, QR, QR_PRESETS, type QrPreset } from '../../../../../rules/settings/qr.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { ChangedElsewhere } from '../../../ui/settings/SettingFields.tsx'
import { svgAddress } from './cardFiles.ts'
import type { QrForm } from './qrForm.ts'

const names: Readonly<Record<QrPreset, MessageDescriptor>> = {
  basic: msg`Basic`,
  colorful: msg`Colorful`,
  adorable: msg`Adorable`,
  modern: msg`Modern`,
}

/** A drawing that looks like a QR code; it can't be scanned. */
const sample = {
  size: 9,
  path: 'M0 0h3v3h-3zM6 0h3v3h-3zM0 6h3v3h-3zM4 0h1v2h-1zM4 4h1v1h-1zM6 4h2v1h-2zM0 4h2v1h-2zM4 6h1v3h-1zM6 6h1v2h-1zM8 7h1v2h-1z',
}

const pictureOf = (name: QrPreset): string =>
  svgAddress(cardSvg({ design: { ...QR.defaults, ...presetDesigns[name], name, fontFamily: 'inherit' }, code: sample }))

/** Shows the presets as small cards. Choosing one sets its colors and font. */
export function PresetTiles({ form }: { form: QrForm }) {
  const { t, i18n } = useLingui()
  const group = useId()
  const readOnly = useReadOnly()
  const choose = (name: QrPreset) => {
    form.set('name', name)
    const look = presetDesigns[name]
    for (const field of ['background', 'titleColor', 'descriptionColor', 'codeColor'] as const)
      form.set(field, look[field])
    form.set('fontFamily', look.fontFamily)
  }
  return (
    <fieldset className="c-qr-presets" disabled={readOnly || form.lockOf('name') !== null}>
      <legend className="c-qr-hidden">{t`Preset`}</legend>
      {QR_PRESETS.map((name) => (
        <label key={name}>
          <input
            type="radio"
            name={group}
            value={name}
            checked={form.values.name === name}
            onChange={() => choose(name)}
          />
          <img src={pictureOf(name)} alt="" width={100} height={140} />
          <span>{i18n._(names[name])}</span>
        </label>
      ))}
      <ChangedElsewhere form={form} names={['name']} show={(stored) => i18n._(names[stored.name])} />
    </fieldset>
  )
}
