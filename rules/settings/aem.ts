import { z } from 'zod'
import { flag, line } from '../validation.ts'
import { settingsDocument } from './document.ts'

const schema = z
  .object({
    integrated: flag.describe('Whether the email marketing tool is connected.'),
    appId: line(200).describe('The app id of the connection.'),
    sendReviews: flag.describe('Whether the tool gets an event for each new review.'),
  })
  .describe(
    'The email marketing tool (spec 3, Integrations). The emails that it sends have the sender app `aem` in emailTemplates.',
  )

export const AEM = settingsDocument(
  schema,
  { integrated: false, appId: '', sendReviews: false },
  { kept: ['integrated', 'appId'] },
)
