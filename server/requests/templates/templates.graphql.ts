import { isEmailTemplateType, type EmailTemplateType } from '../../../rules/settings/email-templates.ts'
import { fromGraphql } from '../../../rules/settings/shape.ts'
import { SETTINGS } from '../../../rules/settings/settings.ts'
import { InvalidInput, LimitReached, PlanRequired, UpstreamFailed } from '../../core/errors.ts'
import { builder } from '../../core/graphql/builder.ts'
import { readPhotoReward } from '../discounts/photo-reward.ts'
import type { RenderedMail } from '../mail/request-mail.ts'
import { saveInputs } from '../../shop/settings/settings.graphql.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import { wordLocale } from '../../core/words/words.ts'
import { previewEmail, sendTestEmail } from './templates.ts'
import { buildDefaultTexts, type OwnWords } from './default-texts.ts'
import { readSentCounts } from './sent-counts.ts'

const Preview = builder.objectRef<Partial<RenderedMail> & { problem?: string }>('EmailPreview').implement({
  description: 'An email with sample data. Its links lead nowhere.',
  fields: (t) => ({
    subject: t.string({ description: 'The subject.', resolve: ({ subject = '' }) => subject }),
    html: t.string({
      description: 'The HTML part; empty if the draft has a problem.',
      resolve: ({ html = '' }) => html,
    }),
    problem: t.string({
      nullable: true,
      description: 'Why the draft can’t be rendered.',
      resolve: ({ problem }) => problem ?? null,
    }),
  }),
})

function typeOf(type: string): EmailTemplateType {
  if (!isEmailTemplateType(type)) throw new InvalidInput({ type: 'valueInvalid' })
  return type
}

const unsaved = (key: 'emailTemplates' | 'branding', given: object | null | undefined) =>
  given ? (fromGraphql(SETTINGS[key].shape, given) as object) : {}

builder.objectField(Shop, 'emailPreview', (t) =>
  t.field({
    type: Preview,
    description: 'Renders an email to customers, with unsaved changes if given.',
    complexity: 20,
    args: {
      type: t.arg.string({
        required: true,
        defaultValue: 'review-reminder',
        description: 'The template, such as review-reminder.',
      }),
      locale: t.arg.string({ description: 'The recipient’s language.' }),
      products: t.arg.int({ description: 'Number of products: 1 to 3.' }),
      draft: t.arg({ type: saveInputs.emailTemplates, description: 'Unsaved fields.' }),
      branding: t.arg({ type: saveInputs.branding, description: 'Unsaved fields of the brand.' }),
    },
    async resolve(_shop, { type, locale, products, draft, branding }, { ctx }) {
      try {
        return await previewEmail(ctx, {
          type: typeOf(type),
          locale: locale ?? null,
          products: products ?? 1,
          draft: unsaved('emailTemplates', draft),
          branding: unsaved('branding', branding),
        })
      } catch (error) {
        if (error instanceof InvalidInput) return { problem: error.message }
        throw error
      }
    },
  }),
)

const OwnBlock = builder.objectRef<OwnWords['blocks'][number]>('EmailOwnBlock').implement({
  description: 'Default words of a type of block.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'The type of the block, such as heading.' }),
    text: t.exposeString('text', { description: 'Its words.' }),
  }),
})

const OwnWordsType = builder.objectRef<OwnWords>('EmailOwnWords').implement({
  description: 'Default texts of an email, with merge fields.',
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'The subject.' }),
    preheader: t.exposeString('preheader', { description: 'The preview text after the subject.' }),
    content: t.exposeString('content', { description: 'The text.' }),
    buttonText: t.exposeString('buttonText', { description: 'The text of the button.' }),
    blocks: t.field({
      type: [OwnBlock],
      description: 'Words of blocks that have no field of their own.',
      resolve: ({ blocks }) => blocks,
    }),
  }),
})

builder.objectField(Shop, 'emailOwnWords', (t) =>
  t.field({
    type: OwnWordsType,
    description: 'Default texts of an email to customers.',
    args: {
      type: t.arg.string({
        required: true,
        defaultValue: 'review-reminder',
        description: 'The template, such as review-reminder.',
      }),
      locale: t.arg.string({ description: 'The language; without it, the shop’s.' }),
    },
    resolve: async (_shop, { type, locale }, { ctx }) => {
      const shown = wordLocale(locale ?? ctx.shop.primaryLocale)
      return buildDefaultTexts(
        typeOf(type),
        shown,
        await readPhotoReward(ctx, shown, type === 'photo-reminder' ? type : 'review-reminder'),
      )
    },
  }),
)

const SentEmails = builder.objectRef<{ type: string; count: number }>('SentEmails').implement({
  description: 'Number of sent emails of a template.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'The template.' }),
    count: t.exposeInt('count', { description: 'Emails sent.' }),
  }),
})

builder.objectField(Shop, 'sentEmails', (t) =>
  t.field({
    type: [SentEmails],
    description: 'Number of sent emails by template.',
    complexity: 10,
    resolve: async (_shop, _args, { ctx }) =>
      Object.entries(await readSentCounts(ctx)).map(([type, count]) => ({ type, count })),
  }),
)

const TestInput = builder.inputType('SendTestEmailInput', {
  fields: (t) => ({
    type: t.string({ required: true, description: 'The template.' }),
    to: t.string({ required: true, description: 'The receiver.' }),
    locale: t.string({ description: 'The language; without it, the shop’s.' }),
    products: t.int({ description: 'Number of products: 1 to 3.' }),
    draft: t.field({
      type: saveInputs.emailTemplates,
      description: 'Unsaved fields, validated like a save.',
    }),
  }),
})

const Sent = builder.objectRef<{ message: string }>('TestEmailSent').implement({
  description: 'A test email was sent.',
  fields: (t) => ({ message: t.exposeString('message', { description: 'Message for the merchant.' }) }),
})

builder.mutationField('sendTestEmail', (t) =>
  t.field({
    type: Sent,
    description:
      'Sends a template to an address, marked as a test, with unsaved changes if given. At most 25 in 24 hours.',
    errors: { types: [LimitReached, PlanRequired, UpstreamFailed] },
    args: { input: t.arg({ type: TestInput, required: true }) },
    resolve: (_root, { input: { type, to, locale, products, draft } }, { ctx }) =>
      sendTestEmail(ctx, {
        type: typeOf(type),
        to,
        locale: locale ?? null,
        products: products ?? 1,
        draft: unsaved('emailTemplates', draft),
      }),
  }),
)
