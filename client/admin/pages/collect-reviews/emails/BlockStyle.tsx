import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Select, TextField } from '@shopify/polaris'
import { BLOCK_ALIGNS, BLOCK_SIZES, type EmailBlock } from '../../../../../rules/settings/email-blocks.ts'
import { SettingPicture } from '../../../ui/settings/SettingPicture.tsx'

const aligns = { start: msg`Start`, center: msg`Center`, end: msg`End` } as const
const sizes = { small: msg`Small`, medium: msg`Medium`, large: msg`Large` } as const

interface Props {
  block: EmailBlock
  disabled: boolean
  onChange: (look: Partial<EmailBlock>) => void
}

export function BlockStyle({ block, disabled, onChange }: Props) {
  const { t, i18n } = useLingui()
  return (
    <div className="c-email-look">
      {block.type === 'image' && (
        <SettingPicture
          path="/emails/image"
          className="c-picture-thumb"
          label={t`Picture`}
          image={block.image}
          disabled={disabled}
          onChange={(image) => onChange({ image })}
        />
      )}
      {block.type === 'image' && (
        <TextField
          label={t`Picture address`}
          value={block.image}
          onChange={(image) => onChange({ image })}
          disabled={disabled}
          autoComplete="off"
        />
      )}
      <div className="c-email-look-row">
        <Select
          label={t`Block alignment`}
          options={BLOCK_ALIGNS.map((value) => ({ value, label: i18n._(aligns[value]) }))}
          value={block.align}
          onChange={(align) => onChange({ align: align as EmailBlock['align'] })}
          disabled={disabled}
        />
        <Select
          label={t`Size`}
          options={BLOCK_SIZES.map((value) => ({ value, label: i18n._(sizes[value]) }))}
          value={block.size}
          onChange={(size) => onChange({ size: size as EmailBlock['size'] })}
          disabled={disabled}
        />
      </div>
      <div className="c-email-look-row">
        <Colour
          label={t`Text color`}
          value={block.colour}
          disabled={disabled}
          onChange={(colour) => onChange({ colour })}
        />
        <Colour
          label={t`Background`}
          value={block.background}
          disabled={disabled}
          onChange={(background) => onChange({ background })}
        />
      </div>
    </div>
  )
}

function Colour({
  label,
  value,
  disabled,
  onChange,
}: {
  label: string
  value: string
  disabled: boolean
  onChange: (colour: string) => void
}) {
  const { t } = useLingui()
  return (
    <div className="c-colour">
      <input
        type="color"
        value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#ffffff'}
        disabled={disabled}
        aria-label={t`${label}: choose a color`}
        onChange={(event) => onChange(event.target.value)}
      />
      <TextField
        label={label}
        value={value}
        onChange={onChange}
        disabled={disabled}
        maxLength={7}
        placeholder={t`Default`}
        autoComplete="off"
      />
    </div>
  )
}
