import { builder } from '../../core/graphql/builder.ts'
import { encodeId, encodePlatformId } from '../../core/global-ids.ts'

const uuid = 'The UUID, as REST and files have it. Every input that takes an id of this type takes it too.'
const platformId = 'The number that the store platform gave it, as text: it may exceed 2^53.'
const platformGid = 'The platform’s global id, such as gid://shopify/Product/1.'

const rows = [
  'Customer',
  'IntegrationDelivery',
  'Product',
  'QueueItem',
  'Review',
  'ReviewHistory',
  'ReviewMedia',
  'Shop',
] as const
for (const model of rows)
  builder.prismaObjectField(model as 'Review', 'uuid', (t) => t.exposeString('id', { description: uuid }))

/** Types that a service function makes; a suspicion has its review's id. */
const made = {
  ApiKey: 'id',
  BulkRun: 'id',
  Discount: 'id',
  FeatureRequest: 'id',
  FeatureWish: 'id',
  ImportRun: 'id',
  OldOrderRun: 'id',
  PrivacyRequest: 'id',
  ReviewExport: 'id',
  ReviewReport: 'id',
  ReviewSuspicion: 'reviewId',
  ReviewerOrder: 'id',
  SavedView: 'id',
  SettingHistoryEntry: 'id',
  ShopArchive: 'id',
  SurveyAnswer: 'id',
  Webhook: 'id',
} as const
for (const [name, column] of Object.entries(made))
  builder.objectField(name as never, 'uuid', (t) =>
    t.string({ description: uuid, resolve: (row) => (row as Record<string, string>)[column] ?? '' }),
  )

builder.prismaObjectFields('Product', (t) => ({
  platformId: t.exposeString('platformId', { description: platformId }),
  platformGid: t.string({
    description: platformGid,
    select: { platformId: true },
    resolve: (product) => encodePlatformId('Product', product.platformId),
  }),
}))

builder.prismaObjectFields('Customer', (t) => ({
  platformId: t.exposeString('platformId', {
    nullable: true,
    description: `${platformId} Null for a reviewer without an account at the platform.`,
  }),
  platformGid: t.string({
    nullable: true,
    description: `${platformGid} Null for a reviewer without an account at the platform.`,
    select: { platformId: true },
    resolve: (customer) => customer.platformId && encodePlatformId('Customer', customer.platformId),
  }),
}))

builder.objectFields('ReviewerOrder' as never, (t) => ({
  platformId: t.string({ description: platformId, resolve: (order) => (order as { platformId: string }).platformId }),
  platformGid: t.string({
    description: platformGid,
    resolve: (order) => encodePlatformId('Order', (order as { platformId: string }).platformId),
  }),
}))

builder.prismaObjectFields('QueueItem', (t) => ({
  updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When anything shown of it last changed.' }),
  orderId: t.id({
    description: 'Global id of its order.',
    select: { orderId: true },
    resolve: ({ orderId }) => encodeId('Order', orderId),
  }),
}))
