import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, BlockStack, TextField } from '@shopify/polaris'
import { contrast } from '../../../../../rules/contrast.ts'
import { maxQrDescriptionChars, maxQrTitleChars } from '../../../../../rules/limits.ts'
import { cutQrText, isScannable, minCardTextContrast, QR_FONTS } from '../../../../../rules/settings/qr.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { ChangedElsewhere, SettingColour, SettingSelect } from '../../../ui/settings/SettingFields.tsx'
import { LockedSection } from '../../../ui/settings/Gated.tsx'
import { SettingsSection } from '../../../ui/settings/SettingsPage.tsx'
import { SettingPicture } from '../../../ui/settings/SettingPicture.tsx'
import { PresetTiles } from './PresetTiles.tsx'
import type { QrForm } from './qrForm.ts'

type ColourName = 'background' | 'titleColor' | 'descriptionColor' | 'codeColor'

const colours: readonly { name: ColourName; label: MessageDescriptor }[] = [
  { name: 'background', label: msg`Background` },
  { name: 'titleColor', label: msg`Title` },
  { name: 'descriptionColor', label: msg`Description` },
  { name: 'codeColor', label: msg`QR code` },
]

export function QrFields({ form }: { form: QrForm }) {
  const { t, i18n } = useLingui()
  const lock = form.lockOf('name')
  const { values } = form
  const weak = (['titleColor', 'descriptionColor'] as const).find(
    (name) => (contrast(values[name], values.background) ?? minCardTextContrast) < minCardTextContrast,
  )
  const [title, description] = [t`Title`, t`Description`]
  const weakName = weak === 'titleColor' ? title : description
  const fonts = QR_FONTS.map((font) => ({ value: font, label: font === 'inherit' ? t`Theme fonts` : font }))
  return (
    <LockedSection feature={lock}>
      <BlockStack gap="400">
        <SettingsSection title={t`Preset`} description={t`Choosing a preset sets its colors and font.`}>
          <PresetTiles form={form} />
        </SettingsSection>
        <SettingsSection title={t`Text`}>
          <LimitedText form={form} name="title" label={title} max={maxQrTitleChars} />
          <LimitedText form={form} name="description" label={description} max={maxQrDescriptionChars} multiline={3} />
          <SettingSelect
            form={form}
            name="fontFamily"
            label={t`Font`}
            options={fonts}
            helpText={values.fontFamily === 'inherit' ? t`Uses the default font of your device.` : undefined}
          />
        </SettingsSection>
        <SettingsSection title={t`Picture`} description={t`For example, your logo.`}>
          <SettingPicture
            path="/qrcodes/image"
            className="c-qr-picture"
            label={t`Picture on the card`}
            image={form.values.image}
            error={form.errorOf('image')}
            disabled={form.lockOf('image') !== null}
            onChange={(image) => form.set('image', image)}
          />
        </SettingsSection>
        <SettingsSection
          title={t`Colors`}
          description={t`The code always stands on white, so that cameras can read it.`}
        >
          <div className="c-qr-colours">
            {colours.map(({ name, label }) => (
              <SettingColour key={name} form={form} name={name} label={i18n._(label)} />
            ))}
          </div>
          {!isScannable(values.codeColor) && <Banner tone="critical">{formatSentence(i18n, 'qrCodeTooLight')}</Banner>}
          {weak && (
            <Banner tone="warning">
              <Trans>“{weakName}” is hard to read on this background. Choose a darker or lighter color.</Trans>
            </Banner>
          )}
        </SettingsSection>
      </BlockStack>
    </LockedSection>
  )
}

interface LimitedProps {
  form: QrForm
  name: 'title' | 'description'
  label: string
  max: number
  multiline?: number
}

/** A text field with a length limit and a counter (spec 5). */
function LimitedText({ form, name, label, max, multiline }: LimitedProps) {
  const readOnly = useReadOnly()
  const error = form.errorOf(name)
  return (
    <TextField
      label={label}
      value={form.values[name]}
      onChange={(text) => form.set(name, cutQrText[name](text))}
      maxLength={max}
      showCharacterCount
      autoComplete="off"
      disabled={readOnly || form.lockOf(name) !== null}
      {...(multiline ? { multiline } : {})}
      {...(error ? { error } : {})}
      helpText={<ChangedElsewhere form={form} names={[name]} show={(stored) => stored[name]} />}
    />
  )
}
