import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { BlockStack } from '@shopify/polaris'
import {
  REVIEW_BOX,
  applyPalette,
  type ReviewBoxColours,
  type ReviewBoxSettings,
} from '../../../../rules/settings/review-box.ts'
import { useReadOnly } from '../../shell/frame/viewer.tsx'
import { useBranded } from '../../ui/settings/brand.ts'
import { SettingColour } from '../../ui/settings/SettingFields.tsx'
import type { BoxForm } from './box/boxForm.ts'
import { ContrastWarning } from './ContrastWarning.tsx'
import { palettes } from './box/palettes.ts'

type Name = keyof ReviewBoxColours

const fields: readonly { name: Name; label: MessageDescriptor }[] = [
  { name: 'star', label: msg`Stars` },
  { name: 'emptyStar', label: msg`Empty stars` },
  { name: 'text', label: msg`Text` },
  { name: 'mutedText', label: msg`Secondary text` },
  { name: 'background', label: msg`Background` },
  { name: 'border', label: msg`Borders` },
  { name: 'button', label: msg`Button` },
  { name: 'buttonText', label: msg`Button text` },
  { name: 'verified', label: msg`Verified badge` },
]

/** Pairs of colors that need contrast. */
const pairs: readonly [Name, Name][] = [
  ['text', 'background'],
  ['star', 'background'],
  ['mutedText', 'background'],
  ['buttonText', 'button'],
  ['verified', 'background'],
]

/** Colors of the review box: a palette, single colors, and a warning about low contrast. */
export function ColourFields({ form }: { form: BoxForm }) {
  const { t, i18n } = useLingui()
  const readOnly = useReadOnly()
  const choose = (palette: (typeof palettes)[number]) => {
    form.set('colours', palette.colours)
    form.set('preset', palette.id === 'brand' ? 'custom' : palette.id)
  }
  const shown = applyPalette(form.values)
  // Changing one color of a palette copies all its colors into the box's own.
  const own = {
    ...form,
    values: shown,
    set: (path: string, value: unknown) => {
      if (form.values.preset !== 'custom') {
        form.set('preset', 'custom')
        form.set('colours', shown.colours)
      }
      ;(form.set as (path: string, value: unknown) => void)(path, value)
    },
  } as BoxForm
  const labelOf = (name: Name) =>
    fields
      .filter((field) => field.name === name)
      .map(({ label }) => i18n._(label))
      .join()
  const brand = useBranded(REVIEW_BOX.defaults) as ReviewBoxSettings | null
  return (
    <BlockStack gap="400">
      <div className="c-palettes" role="group" aria-label={t`Palettes`}>
        {palettes.map((palette) => (
          <button
            key={palette.id}
            type="button"
            disabled={readOnly}
            aria-pressed={JSON.stringify(palette.colours) === JSON.stringify(shown.colours)}
            onClick={() => choose(palette)}
          >
            <span
              aria-hidden="true"
              style={{ background: (palette.colours.background ? palette : (brand ?? palette)).colours.background }}
            >
              {(['text', 'star', 'button'] as const).map((name) => (
                <i key={name} style={{ background: palette.colours[name] || brand?.colours[name] }} />
              ))}
            </span>
            {i18n._(palette.name)}
          </button>
        ))}
      </div>
      <div className="c-colours">
        {fields.map(({ name, label }) => (
          <SettingColour key={name} form={own} name={`colours.${name}`} label={i18n._(label)} />
        ))}
      </div>
      <p className="c-quiet">{t`Applies to the review box only. Other widgets use your brand’s colors.`}</p>
      <ContrastWarning
        form={own}
        pairs={pairs.map(
          ([front, back]) =>
            [`colours.${front}`, `colours.${back}`, labelOf(front), front === 'star' ? 'stars' : 'text'] as const,
        )}
      />
    </BlockStack>
  )
}
