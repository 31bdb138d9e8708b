import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, Button, InlineStack } from '@shopify/polaris'
import { contrast, readableContrast, readableOn } from '../../../../rules/contrast.ts'
import { valueAt } from '../../../../rules/settings/document.ts'
import { useReadOnly } from '../../shell/frame/viewer.tsx'
import { useBranded } from '../../ui/settings/brand.ts'
import type { PathTo } from '../../ui/settings/leaves.ts'
import type { SettingsForm } from '../../ui/settings/useSettingsForm.ts'

interface Props<Values extends object> {
  form: SettingsForm<Values>
  /** Paths of a text, of what it stands on, and the name of the text. */
  pairs: readonly (readonly [front: PathTo<Values, string>, back: PathTo<Values, string>, name: string])[]
}

/** Says which text is hard to read on its background, and offers the closest color that isn't. */
export function ContrastWarning<Values extends object>({ form, pairs }: Props<Values>) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const values = useBranded(form.values) ?? form.values
  const colourAt = (path: string) => String(valueAt(values, path))
  const weak = pairs.find(([front, back]) => (contrast(colourAt(front), colourAt(back)) ?? readableContrast) < readableContrast)
  if (!weak) return null
  const [front, back, name] = weak
  const better = readableOn(colourAt(front), colourAt(back))
  const set = form.set as (path: string, value: string) => void
  return (
    <Banner tone="warning">
      <InlineStack gap="200" blockAlign="center">
        <span><Trans>“{name}” is hard to read on its background.</Trans></span>
        {!readOnly && <Button onClick={() => set(front, better)} icon={<span className="c-swatch" style={{ background: better }} />}>{t`Use ${better}`}</Button>}
      </InlineStack>
    </Banner>
  )
}
