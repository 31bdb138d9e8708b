import { z } from 'zod'
import { maxSubmitFormTextChars } from '../limits.ts'
import { brandColour, flag, line, oneOf, text } from '../validation.ts'
import { settingsDocument } from './document.ts'
import { maxCustomCssChars } from './email-templates.ts'

export const SUBMIT_FORM_TYPES = ['popup', 'collapsible'] as const

const schema = z
  .object({
    enabled: flag.describe('Shows the form.'),
    type: oneOf(SUBMIT_FORM_TYPES, 'SubmitFormType').describe(
      '`popup` opens over the page, `collapsible` below its button.',
    ),
    title: line(maxSubmitFormTextChars).describe(
      'The heading of the form. Empty: “Write a review” in the store’s language.',
    ),
    buttonText: line(maxSubmitFormTextChars).describe(
      'The button that opens the form. Empty: “Write a review” in the store’s language.',
    ),
    buttonColor: brandColour.describe('Buttons.'),
    buttonTextColor: brandColour.describe('Text on buttons.'),
    allowPhotos: flag.describe('Shoppers can add photos.'),
    allowVideos: flag.describe('Shoppers can add a video, where the plan includes videos.'),
    showOnProductPage: flag.describe('Shows the form on product pages. Off: only on other pages that name a product.'),
    customCss: text(maxCustomCssChars).describe('Styles added to the form. They apply inside the widget only.'),
  })
  .describe(
    'The separate review form (spec 5, Submit form). Its stars and required fields are those of the review box.',
  )
export type SubmitFormSettings = z.infer<typeof schema>

export const SUBMIT_FORM = settingsDocument(
  schema,
  {
    enabled: true,
    type: 'popup',
    title: '',
    buttonText: '',
    buttonColor: '',
    buttonTextColor: '',
    allowPhotos: true,
    allowVideos: true,
    showOnProductPage: true,
    customCss: '',
  },
  { gated: { customCss: 'customCss' } },
)
