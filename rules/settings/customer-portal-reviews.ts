import { z } from 'zod'
import { flag, text } from '../validation.ts'
import { settingsDocument } from './document.ts'
import { maxCustomCssChars } from './email-templates.ts'

const schema = z
  .object({
    enabled: flag.describe('Shows customers their reviews in their account.'),
    showToReview: flag.describe('Lists delivered and shipped products that the customer hasn’t reviewed.'),
    allowEdit: flag.describe(
      'Customers can change the rating and text of their reviews. The publishing rules apply again.',
    ),
    allowDelete: flag.describe('Customers can delete their reviews. Deleted reviews go to the trash.'),
    customCss: text(maxCustomCssChars).describe(
      'Styles added to the reviews in the account. They apply inside the widget only.',
    ),
  })
  .describe('A customer’s own reviews in their account.')
export type CustomerPortalSettings = z.infer<typeof schema>

export const CUSTOMER_PORTAL_REVIEWS = settingsDocument(
  schema,
  { enabled: true, showToReview: true, allowEdit: true, allowDelete: true, customCss: '' },
  { gated: { customCss: 'customCss' } },
)
