import { z } from 'zod'
import { maxPushMessageChars, maxPushTitleChars } from '../limits.ts'
import { flag, line, oneOf, part } from '../validation.ts'
import { settingsDocument } from './document.ts'

/** State of the connection to the push service (spec 4); initially signup. */
const PUSH_STATES = ['signup', 'connected', 'disconnected'] as const

const inOwnWords =
  'May name {{ customer_name }}, {{ product_title }}, {{ order_name }} and {{ shop_name }}. Empty: Candor’s own words, in the customer’s language.'
const words = part({
  title: line(maxPushTitleChars).describe(`The title. ${inOwnWords}`),
  message: line(maxPushMessageChars).describe(`The text. ${inOwnWords}`),
}).meta({ title: 'PushWords' })

const schema = z
  .object({
    integrated: flag.describe('Whether PushOwl is connected.'),
    state: oneOf(PUSH_STATES, 'PushState').describe('How far the connection to PushOwl is.'),
    webPush: flag.describe('Whether signed-in customers can subscribe to notifications from Candor in the storefront.'),
    reviewReminderStatus: flag.describe('Whether a notification goes with each review request.'),
    photoReminderStatus: flag.describe('Whether a notification goes with each photo reminder.'),
    reviewReminder: words.describe('The words of the notification with a review request.'),
    photoReminder: words.describe('The words of the notification with a photo reminder.'),
  })
  .describe('Push notifications (spec 3, Integrations).')
export type PushSettings = z.infer<typeof schema>

const noWords = { title: '', message: '' }

export const PUSH_OWL = settingsDocument(
  schema,
  {
    integrated: false,
    state: 'signup',
    webPush: false,
    reviewReminderStatus: false,
    photoReminderStatus: false,
    reviewReminder: noWords,
    photoReminder: noWords,
  },
  {
    kept: ['integrated', 'state'],
    gated: {
      webPush: 'pushNotifications',
      reviewReminderStatus: 'pushNotifications',
      photoReminderStatus: 'pushNotifications',
    },
  },
)
