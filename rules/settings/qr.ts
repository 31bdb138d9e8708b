import { z } from 'zod'
import { normalizeLine, normalizeText } from '../clean-text.ts'
import { contrast } from '../contrast.ts'
import { maxQrDescriptionChars, maxQrTitleChars } from '../limits.ts'
import type { Feature } from '../plans.ts'
import { oneOf } from '../validation.ts'
import { takeCharacters } from '../visible-text.ts'
import { settingsDocument } from './document.ts'

export const QR_PRESETS = ['basic', 'colorful', 'adorable', 'modern'] as const
export type QrPreset = (typeof QR_PRESETS)[number]

/** Fonts of a card (spec 9). `inherit`: the font of the drawing device. */
export const QR_FONTS = [
  'inherit',
  'Inter',
  'Noto Sans',
  'Open Sans',
  'Montserrat',
  'Roboto',
  'Playfair Display',
  'Raleway',
  'Lora',
  'Dosis',
  'Lato',
] as const
export type QrFont = (typeof QR_FONTS)[number]

/** Many cameras can't read printed codes below this contrast to white. */
const minCodeContrast = 4.5
/** Below this contrast to the background, a text of the card is hard to read. */
export const minCardTextContrast = 2

/** Whether cameras can read a code of this color on white. */
export const isScannable = (codeColor: string): boolean => (contrast(codeColor, '#ffffff') ?? 0) >= minCodeContrast

/** Cuts texts to their fields: extra input is ignored (spec 5). */
export const cutQrText = {
  title: (text: string) => takeCharacters(text, maxQrTitleChars),
  description: (text: string) => takeCharacters(text, maxQrDescriptionChars),
} as const

/** #rgb or #rrggbb, stored as written. */
const colour = z
  .string({ error: 'valueInvalid' })
  .trim()
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, { error: 'valueInvalid' })
/** Address of an uploaded picture, or ''. */
const picture = z
  .string({ error: 'valueInvalid' })
  .regex(/^(?:\/media\/[0-9a-f-]{36}\/[0-9a-f]{64}\/medium)?$/, { error: 'valueInvalid' })

export const parseQrImageKey = (image: string): string => image.replace(/^\/media\/|\/medium$/g, '')

const schema = z
  .object({
    name: oneOf(QR_PRESETS, 'QrPreset').describe('The preset: how the card is laid out and decorated.'),
    image: picture.describe(
      'The picture at the top of the card: an address that POST /qrcodes/image answered, or empty.',
    ),
    title: z
      .string({ error: 'valueInvalid' })
      .transform((text) => cutQrText.title(normalizeLine(text)).trimEnd())
      .describe('Up to 20 characters; further ones are ignored.'),
    description: z
      .string({ error: 'valueInvalid' })
      .transform((text) => cutQrText.description(normalizeText(text)).trimEnd())
      .describe('Up to 110 characters; further ones are ignored.'),
    titleColor: colour.describe('The color of the title.'),
    descriptionColor: colour.describe('The color of the description.'),
    fontFamily: oneOf(QR_FONTS).describe('The font. inherit: the font of the device that draws the card.'),
    background: colour.describe('The color of the card.'),
    codeColor: colour
      .refine(isScannable, { error: 'qrCodeTooLight' })
      .describe('The color of the code, which stands on white. Colors that cameras can’t read are refused.'),
  })
  .describe('The design of QR code cards (spec 3, QR settings): one for the shop, used for every product.')
export type QrSettings = z.infer<typeof schema>

const fields = Object.keys(schema.shape)

export const QR = settingsDocument(
  schema,
  {
    name: 'colorful',
    image: '',
    title: 'Scan me to REVIEW',
    description: 'Tell us what you think. It takes less than a minute.',
    titleColor: '#3F3E66',
    descriptionColor: '#84ACAF',
    fontFamily: 'Montserrat',
    background: '#FFFFFF',
    codeColor: '#3F3E66',
  },
  { gated: Object.fromEntries(fields.map((field) => [field, 'qrCode' satisfies Feature])) },
)

/** Initial colors and font of a preset. */
export const presetDesigns: Readonly<
  Record<QrPreset, Pick<QrSettings, 'titleColor' | 'descriptionColor' | 'fontFamily' | 'background' | 'codeColor'>>
> = {
  basic: {
    background: '#FFFFFF',
    titleColor: '#1E1B16',
    descriptionColor: '#6A6255',
    codeColor: '#1E1B16',
    fontFamily: 'Inter',
  },
  colorful: {
    background: '#FFFFFF',
    titleColor: '#3F3E66',
    descriptionColor: '#84ACAF',
    codeColor: '#3F3E66',
    fontFamily: 'Montserrat',
  },
  adorable: {
    background: '#FFE9EF',
    titleColor: '#B23A6B',
    descriptionColor: '#8A5A6E',
    codeColor: '#7A2148',
    fontFamily: 'Dosis',
  },
  modern: {
    background: '#14213D',
    titleColor: '#FFFFFF',
    descriptionColor: '#C7D0E0',
    codeColor: '#14213D',
    fontFamily: 'Raleway',
  },
}
