import { z } from 'zod'
import { flag } from '../validation.ts'
import { settingsDocument } from './document.ts'

const schema = z
  .object({
    integrated: flag.describe('Whether Klaviyo is connected.'),
    sendSubmitted: flag.describe('Whether Klaviyo gets the event `Submitted Review` for each new review.'),
    sendPublished: flag.describe('Whether Klaviyo gets the event `Review Published` when a review is published.'),
    sendReplies: flag.describe('Whether Klaviyo gets the event `Review Reply` when the merchant replies.'),
  })
  .describe(
    'Klaviyo (spec 2, Integrations). Klaviyo sends the review requests if reviewReminder has the sender app `klaviyo` in emailTemplates.',
  )

export const KLAVIYO = settingsDocument(
  schema,
  { integrated: false, sendSubmitted: true, sendPublished: true, sendReplies: true },
  { kept: ['integrated'] },
)
