import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, Button, InlineStack } from '@shopify/polaris'
import { contrast, readableContrast, adjustForContrast, visibleContrast } from '../../../../rules/contrast.ts'
import { readPath } from '../../../../rules/settings/document.ts'
import { useReadOnly } from '../../shell/frame/viewer.tsx'
import { useBranded } from '../../ui/settings/brand.ts'
import type { PathTo } from '../../ui/settings/leaves.ts'
import type { SettingsForm } from '../../ui/settings/useSettingsForm.ts'

interface Props<Values extends object> {
  form: SettingsForm<Values>
  /** Paths of a foreground color and its background, and the name of the pair. */
  pairs: readonly (readonly [
    front: PathTo<Values, string>,
    back: PathTo<Values, string>,
    name: string,
    kind?: 'text' | 'stars',
  ])[]
}

/** Warns of text or stars with low contrast, and offers the closest readable color. */
export function ContrastWarning<Values extends object>({ form, pairs }: Props<Values>) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const values = useBranded(form.values) ?? form.values
  const colourAt = (path: string) => String(readPath(values, path))
  const weak = pairs.find(
    ([front, back, , kind]) => (contrast(colourAt(front), colourAt(back)) ?? readableContrast) < leastOf(kind),
  )
  if (!weak) return null
  const [front, back, name, kind] = weak
  const better = adjustForContrast(colourAt(front), colourAt(back), leastOf(kind))
  const set = form.set as (path: string, value: string) => void
  return (
    <Banner tone="warning">
      <InlineStack gap="200" blockAlign="center">
        <span>
          {kind === 'stars' ? (
            <Trans>“{name}” is hard to see on its background.</Trans>
          ) : (
            <Trans>“{name}” is hard to read on its background.</Trans>
          )}
        </span>
        {!readOnly && (
          <Button
            onClick={() => set(front, better)}
            icon={<span className="c-swatch" style={{ background: better }} />}
          >{t`Use ${better}`}</Button>
        )}
      </InlineStack>
    </Banner>
  )
}

const leastOf = (kind: 'text' | 'stars' | undefined): number => (kind === 'stars' ? visibleContrast : readableContrast)
