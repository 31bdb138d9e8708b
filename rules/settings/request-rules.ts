import { z } from 'zod'
import { COUNTRIES } from '../countries.ts'
import {
  defaultCoolDownDays,
  defaultQuietHours,
  defaultSendHour,
  maxCoolDownDays,
  maxRuleTags,
  maxTagChars,
} from '../limits.ts'
import { flag, listOf, oneOf, part, requiredLine, wholeNumber } from '../validation.ts'
import { settingsDocument } from './document.ts'

const PARTLY_FULFILLED = ['ask', 'wait'] as const

const hour = wholeNumber(0, 23)
const tags = listOf(requiredLine(maxTagChars)).max(maxRuleTags, { error: 'tooManyTags' })
const country = z
  .string({ error: 'valueInvalid' })
  .refine((code) => Object.hasOwn(COUNTRIES, code), { error: 'valueInvalid' })

const schema = z
  .object({
    coolDownDays: wholeNumber(0, maxCoolDownDays).describe(
      'Days between emails about two orders of one customer. 0: no limit. Reminders of the same order are exempt.',
    ),
    splitByFulfillmentDay: flag.describe('Whether items that ship on different days get an email each.'),
    partlyFulfilled: oneOf(PARTLY_FULFILLED, 'PartlyFulfilled').describe(
      'ask: emails name the items that have shipped. wait: the delay starts when everything has shipped.',
    ),
    sendHour: hour
      .nullable()
      .describe(
        'Hour of the shop’s day at which requests with a delay of a day or more leave. Null: at the exact time.',
      ),
    quietHours: part({
      enabled: flag.describe('Whether emails wait until the quiet hours end.'),
      from: hour.describe('First quiet hour of the shop’s day.'),
      to: hour.describe('Hour at which emails leave again.'),
    })
      .meta({ title: 'QuietHours' })
      .describe('Hours of the shop’s day in which no request leaves.'),
    requireMarketingConsent: flag.describe('Whether only customers who agreed to marketing emails are asked.'),
    excludedCustomerTags: tags.describe('Customers with one of these tags are not asked.'),
    excludedProductTags: tags.describe(
      'Products with one of these tags are left out. A request without other products is skipped.',
    ),
    excludedCountries: listOf(country)
      .max(Object.keys(COUNTRIES).length, { error: 'valueInvalid' })
      .describe('Customers in these countries are not asked. ISO 3166 alpha-2 codes.'),
  })
  .describe('Who is asked for reviews, how often, and at what time of day.')
  .superRefine(({ quietHours }, context) => {
    if (quietHours.enabled && quietHours.from === quietHours.to)
      context.addIssue({ code: 'custom', message: 'quietHoursEmpty', path: ['quietHours', 'to'] })
  })
export type RequestRules = z.infer<typeof schema>

export const REQUEST_RULES = settingsDocument(schema, {
  coolDownDays: defaultCoolDownDays,
  splitByFulfillmentDay: false,
  partlyFulfilled: 'ask',
  sendHour: defaultSendHour,
  quietHours: { enabled: false, ...defaultQuietHours },
  requireMarketingConsent: false,
  excludedCustomerTags: [],
  excludedProductTags: [],
  excludedCountries: [],
})

/** Compares tags like the platform: ignores case and surrounding spaces. */
export const sameTag = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/** Returns the first excluded tag, as the rule spells it. */
export const excludedTag = (excluded: readonly string[], tags: readonly string[]): string | null =>
  excluded.find((tag) => tags.some((other) => sameTag(tag, other))) ?? null
