import { z } from 'zod'
import {
  maxReplyChars,
  maxReplyTemplates,
  maxTemplateNameChars,
  maxTemplateProducts,
  maxTemplateWordChars,
  maxTemplateWords,
  maxRate,
  minRate,
} from '../limits.ts'
import { LOCALE_IDS } from '../locales.ts'
import { REVIEW_LANGUAGES } from '../moderation.ts'
import { line, listOf, part, refuse, requiredLine, requiredText, rowIds, wholeNumber } from '../validation.ts'
import { settingsDocument } from './document.ts'

/** Languages of reviews, without regions. */
const languages = new Set([...REVIEW_LANGUAGES, ...LOCALE_IDS.map((locale) => locale.split('-')[0] ?? locale)])

const template = part({
  id: z
    .string({ error: 'malformedId' })
    .regex(/^[\w-]{1,36}$/, { error: 'malformedId' })
    .describe('Names the template in the list: letters, digits, - and _, once in the list.'),
  name: requiredLine(maxTemplateNameChars).describe('What merchants call it.'),
  content: requiredText(maxReplyChars, 'replyRequired').describe(
    'The reply, with merge fields: customer_name, product_title and shop_name in double braces.',
  ),
  minRate: wholeNumber(minRate, maxRate).describe('Fewest stars of a review that it fits.'),
  maxRate: wholeNumber(minRate, maxRate).describe('Most stars of a review that it fits.'),
  words: listOf(requiredLine(maxTemplateWordChars))
    .max(maxTemplateWords, { error: 'valueInvalid' })
    .describe('It fits a review with one of these words. Empty: any review.'),
  productIds: rowIds(maxTemplateProducts).describe('UUIDs of the products that it fits. Empty: all.'),
  language: line(10)
    .superRefine((value, context) => {
      if (value !== '' && !languages.has(value)) refuse(context, 'valueInvalid')
    })
    .describe('Language of the reviews that it fits, such as `de`. Empty: any.'),
})
  .superRefine((given, context) => {
    if (given.minRate > given.maxRate)
      context.addIssue({ code: 'custom', message: 'greaterOrEqual', params: { min: given.minRate }, path: ['maxRate'] })
  })
  .meta({ title: 'ReplyTemplate' })
export type ReplyTemplate = z.infer<typeof template>

const schema = z
  .object({
    templates: listOf(template)
      .superRefine((given, context) => {
        if (given.length > maxReplyTemplates) refuse(context, 'valueInvalid')
        given.forEach(({ id }, at) => {
          if (given.findIndex((other) => other.id === id) < at)
            context.addIssue({ code: 'custom', message: 'valueInvalid', path: [at, 'id'] })
        })
      })
      .describe('The templates in the merchant’s order.'),
  })
  .describe('Reply templates with conditions. They are offered in the reply form and never sent without a click.')

export const REPLY_TEMPLATES = settingsDocument(schema, { templates: [] })
