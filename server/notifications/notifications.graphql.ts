import { Stale } from '../errors.ts'
import { builder } from '../graphql/builder.ts'
import { encodeId } from '../graphql/ids.ts'
import { Shop } from '../shops/shops.graphql.ts'
import { notificationSettings, saveNotificationSettings, type NotificationSettings } from './notifications.ts'

const Settings = builder.objectRef<NotificationSettings>('NotificationSettings').implement({
  description: 'Which notices of reviews the merchant gets by mail.',
  fields: (t) => ({
    id: t.id({ resolve: (_settings, _args, { ctx }) => encodeId('NotificationSettings', ctx.shop.id) }),
    version: t.exposeInt('version', { description: 'Raised by every save.' }),
    enabledEmailNewReview: t.exposeBoolean('enabledEmailNewReview', { description: 'New reviews, at most once an hour.' }),
    enabledEmailNegativeReview: t.exposeBoolean('enabledEmailNegativeReview', { description: 'Negative reviews, at once.' }),
    receiverNewReview: t.exposeString('receiverNewReview', { description: 'Addresses separated by commas; empty: the shop’s own.' }),
    receiverNegativeReview: t.exposeString('receiverNegativeReview'),
    negativeReview: t.exposeInt('negativeReview', { description: 'Stars at or below which a review is a negative one.' }),
  }),
})

builder.objectField(Shop, 'notificationSettings', (t) => t.field({ type: Settings, resolve: (_shop, _args, { ctx }) => notificationSettings(ctx) }))

const Input = builder.inputType('NotificationSettingsInput', {
  description: 'Absent fields stay as they are.',
  fields: (t) => ({
    version: t.int({ description: 'What the caller has seen; another one is stale.' }),
    enabledEmailNewReview: t.boolean(), enabledEmailNegativeReview: t.boolean(), receiverNewReview: t.string(), receiverNegativeReview: t.string(), negativeReview: t.int(),
  }),
})

builder.mutationField('saveNotificationSettings', (t) => t.field({
  type: Settings,
  description: 'Changes which notices are sent, and to whom.',
  errors: { types: [Stale] },
  args: { input: t.arg({ type: Input, required: true }) },
  resolve: (_root, { input: { version, ...fields } }, { ctx }) =>
    saveNotificationSettings(ctx, Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)), version),
}))
