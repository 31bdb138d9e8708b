import { TextField } from '@shopify/polaris'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { ChangedElsewhere } from '../../../ui/settings/SettingFields.tsx'
import type { DiscountForm } from './discountForm.ts'

interface Props {
  form: DiscountForm
  name:
    | 'valueAllDiscount'
    | 'valueTextDiscount'
    | 'valuePhotoDiscount'
    | 'charactersRequired'
    | 'photoRequired'
    | 'expireDiscount'
  label: string
  suffix?: string
  helpText?: string
}

export function NumberSetting({ form, name, ...field }: Props) {
  const readOnly = useReadOnly()
  return (
    <>
      <TextField
        {...field}
        type="number"
        inputMode="numeric"
        min={0}
        autoComplete="off"
        disabled={readOnly}
        value={String(form.values[name])}
        error={form.errorOf(name) ?? false}
        onChange={(text) => form.set(name, Number(text))}
      />
      <ChangedElsewhere form={form} names={[name]} show={(stored) => String(stored[name])} />
    </>
  )
}
