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
import { use, type ReactNode } from 'react'
import { readPath } from '../../../../rules/settings/document.ts'
import { useReadOnly } from '../../shell/frame/viewer.tsx'
import { useBranded } from './brand.ts'
import { Gated, GateShown } from './Gated.tsx'
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

/** Returns the shared state of a field's controls. Component props check the paths; here they are plain strings. */
function useField({
  form,
  name,
  helpText,
  disabled = false,
}: Pick<FieldProps<object, unknown>, 'helpText' | 'disabled'> & { form: unknown; name: string }) {
  const readOnly = useReadOnly()
  const gateShown = use(GateShown)
  const { values, stored, set, errorOf, lockOf, defaultOf, isChangedElsewhere } = form as Omit<
    SettingsForm<object>,
    'set'
  > & {
    set: (path: string, value: unknown) => void
  }
  const [lock, error] = [lockOf(name), errorOf(name)]
  const parent = name.split('.').slice(0, -1).join('.')
  return {
    lock,
    /** The plan locks only this field: its value can be removed, but not changed. */
    isRemovable: lock !== null && lock !== gateShown && !lockOf(parent) && !disabled && !readOnly,
    fallback: defaultOf(name),
    value: readPath(values, name),
    change: (value: unknown) => set(name, value),
    /** Polaris marks a checkbox as invalid even if `error` is false. */
    errorProps: error ? { error } : {},
    disabled: disabled || readOnly || lock !== null,
    /** Returns the help text with the value stored elsewhere, formatted by `show`. */
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

/** A checkbox. Off if the plan lacks its feature, whatever is stored. */
export function SettingCheckbox<Values extends object>({
  label,
  onChange,
  ...field
}: FieldProps<Values, boolean> & { /** Called after the change. */ onChange?: (on: boolean) => void }) {
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

/** A menu. Writes the option's value as a number if the setting is one. */
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

/** A text. If the plan lacks its feature, a stored text can still be removed. */
export function SettingText<Values extends object>({
  label,
  problem,
  form,
  name,
  helpText,
  disabled,
  ...options
}: FieldProps<Values, string> & TextOptions & { /** Replaces the text of an error. */ problem?: string }) {
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
        {...(problem && errorProps.error && { error: problem })}
        disabled={shut}
        helpText={help(String)}
      />
      {isRemovable && value !== '' && (
        <Button variant="plain" onClick={() => change('')}>{t`Remove “${label}”`}</Button>
      )}
    </Gated>
  )
}

/** A color: picked, or typed as #rrggbb. Can be left to the brand where the brand provides one. */
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
      <SettingText
        {...field}
        maxLength={7}
        problem={t`Enter a color like #1f5b45`}
        {...(isOfBrand && { placeholder: t`Brand color` })}
      />
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
  /** Replaces the default, which only stores the choice. */
  onChoose?: (value: string) => void
}

/** A choice. If the plan lacks its feature, the default stays open and is shown as chosen. */
export function SettingChoices<Values extends object>({
  label,
  labelHidden = false,
  choices,
  onChoose,
  ...field
}: ChoicesProps<Values>) {
  const { lock, value, fallback, change, errorProps, help } = useField(field)
  const readOnly = useReadOnly()
  const choose: NonNullable<ChoiceListProps['onChange']> = ([chosen]) =>
    chosen !== undefined && (onChoose ?? change)(chosen)
  return (
    <Gated feature={lock}>
      <ChoiceList
        title={label}
        titleHidden={labelHidden}
        choices={choices.map((choice) => ({ ...choice, disabled: lock !== null && choice.value !== fallback }))}
        selected={[String(lock ? fallback : value)]}
        onChange={choose}
        {...errorProps}
        disabled={readOnly || (field.disabled ?? false)}
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

/** Shows, below a custom control, the value that another tab or person stored for its fields. */
export function ChangedElsewhere<Values extends object>({ form, names, show }: ElsewhereProps<Values>) {
  return names.some((name) => form.isChangedElsewhere(name)) && <Theirs text={show(form.stored)} />
}
