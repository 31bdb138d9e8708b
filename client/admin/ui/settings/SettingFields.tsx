import './settings.css'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  Button,
  Checkbox,
  ChoiceList,
  Select,
  TextField,
  type ChoiceListProps,
  type TextFieldProps,
} from '@shopify/polaris'
import type { ReactNode } from 'react'
import { readPath } from '../../../../rules/settings/document.ts'
import { useReadOnly } from '../../shell/frame/viewer.tsx'
import { useBranded } from './brand.ts'
import { Gated } from './Gated.tsx'
import type { PathOf, PathTo } from './leaves.ts'
import type { SettingsForm } from './useSettingsForm.ts'

interface FieldProps<Values extends object, Kind> {
  form: SettingsForm<Values>
  /** The field's path in the document. */
  name: PathTo<Values, Kind>
  label: string
  helpText?: ReactNode
  disabled?: boolean
}

interface Option {
  value: string
  label: string
}

/** What the controls of one field share. Paths are checked by the components' props; here they are plain texts. */
function useField({
  form,
  name,
  helpText,
  disabled = false,
}: Pick<FieldProps<object, unknown>, 'helpText' | 'disabled'> & { form: unknown; name: string }) {
  const readOnly = useReadOnly()
  const { values, stored, set, errorOf, lockOf, isChangedElsewhere } = form as Omit<SettingsForm<object>, 'set'> & {
    set: (path: string, value: unknown) => void
  }
  const [lock, error] = [lockOf(name), errorOf(name)]
  const parent = name.split('.').slice(0, -1).join('.')
  return {
    lock,
    /** Whether the plan locks this field alone: its value can't change, but it can go. */
    isRemovable: lock !== null && !lockOf(parent) && !disabled && !readOnly,
    value: readPath(values, name),
    change: (value: unknown) => set(name, value),
    /** Polaris marks a checkbox as invalid even for an error that is false. */
    errorProps: error ? { error } : {},
    disabled: disabled || readOnly || lock !== null,
    /** The help text, and the value that another tab or person stored; `show` puts it in words. */
    help: (show: (value: unknown) => string) =>
      isChangedElsewhere(name) ? (
        <>
          {helpText}
          <Theirs text={show(readPath(stored, name))} />
        </>
      ) : (
        helpText
      ),
  }
}

const labelIn =
  (options: readonly Option[]) =>
  (value: unknown): string =>
    options.find((option) => option.value === String(value))?.label ?? String(value)

function Theirs({ text }: { text: string }) {
  return (
    <span className="c-theirs">
      <Trans>Changed elsewhere to “{text}”. Saving replaces it.</Trans>
    </span>
  )
}

/** A switch. Where the plan lacks its feature, it is off whatever is stored. */
export function SettingCheckbox<Values extends object>({
  label,
  onChange,
  ...field
}: FieldProps<Values, boolean> & { /** What else follows. */ onChange?: (on: boolean) => void }) {
  const { t } = useLingui()
  const { lock, value, change, errorProps, disabled, help } = useField(field)
  const toggle = (on: boolean) => {
    change(on)
    onChange?.(on)
  }
  return (
    <Gated feature={lock}>
      <Checkbox
        label={label}
        checked={!lock && value === true}
        onChange={toggle}
        {...errorProps}
        disabled={disabled}
        helpText={help((on) => (on === true ? t`on` : t`off`))}
      />
    </Gated>
  )
}

/** A choice from a menu. The option's value is written as a number where the setting is one. */
export function SettingSelect<Values extends object>({
  label,
  options,
  ...field
}: FieldProps<Values, string | number> & { options: readonly Option[] }) {
  const { lock, value, change, errorProps, disabled, help } = useField(field)
  const choose = (chosen: string) => change(typeof value === 'number' ? Number(chosen) : chosen)
  return (
    <Gated feature={lock}>
      <Select
        label={label}
        options={[...options]}
        value={String(value)}
        onChange={choose}
        {...errorProps}
        disabled={disabled}
        helpText={help(labelIn(options))}
      />
    </Gated>
  )
}

type TextOptions = Pick<TextFieldProps, 'id' | 'maxLength' | 'multiline' | 'placeholder' | 'suffix'>

/** A text. Where the plan lacks its feature, a text that is still stored can be removed. */
export function SettingText<Values extends object>({
  label,
  form,
  name,
  helpText,
  disabled,
  ...options
}: FieldProps<Values, string> & TextOptions) {
  const { t } = useLingui()
  const {
    lock,
    isRemovable,
    value,
    change,
    errorProps,
    disabled: shut,
    help,
  } = useField({ form, name, helpText, ...(disabled === undefined ? {} : { disabled }) })
  return (
    <Gated feature={lock}>
      <TextField
        {...options}
        label={label}
        value={String(value)}
        onChange={change}
        autoComplete="off"
        {...errorProps}
        disabled={shut}
        helpText={help(String)}
      />
      {isRemovable && value !== '' && (
        <Button variant="plain" onClick={() => change('')}>{t`Remove “${label}”`}</Button>
      )}
    </Gated>
  )
}

/** A color: picked, or written as #rrggbb. Where the shop's brand fills it in, it can be left to the brand. */
export function SettingColour<Values extends object>(field: FieldProps<Values, string>) {
  const { t } = useLingui()
  const { label } = field
  const { value, change, disabled } = useField(field)
  const branded = readPath(useBranded(field.form.values) ?? {}, field.name)
  const isOfBrand = value === '' && typeof branded === 'string'
  const shown = isOfBrand ? branded : String(value)
  const whole = /^#[0-9a-f]{6}$/i.test(shown) ? shown : '#ffffff'
  return (
    <div className="c-colour">
      <input
        type="color"
        value={whole}
        disabled={disabled}
        aria-label={t`${label}: choose a color`}
        onChange={(event) => change(event.target.value)}
      />
      <SettingText {...field} maxLength={7} {...(isOfBrand && { placeholder: t`Brand color` })} />
      {branded !== undefined && !isOfBrand && !disabled && (
        <Button
          variant="plain"
          onClick={() => change('')}
          accessibilityLabel={`${label}: ${t`Use brand color`}`}
        >{t`Use brand color`}</Button>
      )}
    </div>
  )
}

interface ChoicesProps<Values extends object> extends FieldProps<Values, string> {
  labelHidden?: boolean
  choices: readonly (Option & { helpText?: ReactNode })[]
  /** Instead of only storing the choice. */
  onChoose?: (value: string) => void
}

/** A choice from radio buttons. */
export function SettingChoices<Values extends object>({
  label,
  labelHidden = false,
  choices,
  onChoose,
  ...field
}: ChoicesProps<Values>) {
  const { lock, value, change, errorProps, disabled, help } = useField(field)
  const choose: NonNullable<ChoiceListProps['onChange']> = ([chosen]) =>
    chosen !== undefined && (onChoose ?? change)(chosen)
  return (
    <Gated feature={lock}>
      <ChoiceList
        title={label}
        titleHidden={labelHidden}
        choices={[...choices]}
        selected={[String(value)]}
        onChange={choose}
        {...errorProps}
        disabled={disabled}
      />
      {help(labelIn(choices))}
    </Gated>
  )
}

interface ElsewhereProps<Values extends object> {
  form: SettingsForm<Values>
  names: readonly PathOf<Values>[]
  show: (stored: Values) => string
}

/** Below a control that is none of the above: the value that another tab or person stored for its fields. */
export function ChangedElsewhere<Values extends object>({ form, names, show }: ElsewhereProps<Values>) {
  return names.some((name) => form.isChangedElsewhere(name)) && <Theirs text={show(form.stored)} />
}
