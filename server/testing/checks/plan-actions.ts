import { toEnumName } from '../../../rules/enum-name.ts'
import type { Feature } from '../../../rules/plans.ts'
import { readPath } from '../../../rules/settings/document.ts'
import { SETTING_KEYS, SETTINGS, type SettingKey } from '../../../rules/settings/settings.ts'
import { routes } from '../../app/rest/routes.ts'
import { mutationText, rootFields } from '../documents.ts'
import type { ApiCall } from '../api-client.ts'
import { globalId, type Thing, type Things } from '../things.ts'
import { mp4 } from '../hostile/videos.ts'
import type { World } from '../world.ts'

/** One use of a feature: an API call, or its service function if no API has it yet. */
export interface PlanAction {
  feature: Feature
  name: string
  call: ((things: Things) => ApiCall) | null
  service: ((world: World) => Promise<unknown>) | null
  before?: (world: World) => Promise<void>
  /** Expected refusal; defaults to the plan's. */
  refusal?: string
}

const graphql = (name: string, input: object): ApiCall => ({
  transport: 'graphql',
  method: 'POST',
  path: '/graphql',
  body: { query: mutationText(name).text, variables: { input } },
})
const rest = (method: ApiCall['method'], path: string, body: object = {}): ApiCall => ({
  transport: 'rest',
  method,
  path,
  body,
})

function actionCases(
  feature: Feature,
  { word, thing, row }: { word: string; thing: Thing; row: (things: Things) => ApiCall },
): PlanAction[] {
  const action = (name: string, call: (things: Things) => ApiCall): PlanAction => ({
    feature,
    name: `${word} by ${name}`,
    call,
    service: null,
  })
  return [
    action('actOnReviews', (things) =>
      graphql('actOnReviews', { act: word, ids: [globalId(things, thing)], content: 'Thanks' }),
    ),
    action('actOnReviews of several', (things) =>
      graphql('actOnReviews', {
        act: word,
        ids: [globalId(things, thing), globalId(things, 'flagged')],
        content: 'Thanks',
      }),
    ),
    action('startBulk of ids', (things) =>
      graphql('startBulk', { act: word, ids: [globalId(things, thing)], content: 'Thanks' }),
    ),
    action('startBulk of a filter', (things) =>
      graphql('startBulk', { act: word, filter: { search: things.mark }, content: 'Thanks' }),
    ),
    action('POST /reviews/bulk', (things) =>
      rest('POST', '/reviews/bulk', { action: word, ids: [things.ids[thing]], content: 'Thanks' }),
    ),
    action('its row of REST', row),
  ]
}

const onePixel = () =>
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )

const row =
  (thing: Thing, call: string, body: object = {}) =>
  (things: Things): ApiCall =>
    rest(call.startsWith('PUT') ? 'PUT' : 'POST', `/reviews/${things.ids[thing]}${call.split(' ')[1] ?? ''}`, body)

/** Uses up the monthly limit of requests on every plan that has one. */
async function useUpPlan(world: World): Promise<void> {
  await world.ctx.db.requestUsage.updateMany({ where: { shopId: world.shop.id }, data: { sent: 100_000 } })
}
const overTheLimit = {
  feature: 'unlimitedRequests',
  service: null,
  before: useUpPlan,
  refusal: 'requestLimitReached',
} as const

const actionNames: readonly PlanAction[] = [
  {
    feature: 'api',
    name: 'createApiKey',
    call: ({ nonce }) => graphql('createApiKey', { name: `Key ${nonce}`, scopes: ['READ'] }),
    service: null,
  },
  {
    feature: 'api',
    name: 'rotateApiKey',
    call: (things) => graphql('rotateApiKey', { id: globalId(things, 'apiKey') }),
    service: null,
  },
  {
    feature: 'flowIntegration',
    name: 'connectIntegration of Flow',
    call: () => graphql('connectIntegration', { key: 'flow', secrets: [] }),
    service: null,
  },
  ...actionCases('replies', {
    word: 'REPLY',
    thing: 'published',
    row: row('published', 'PUT /reply', { content: 'Thanks' }),
  }),
  ...actionCases('replies', {
    word: 'EDIT_REPLY',
    thing: 'replied',
    row: row('replied', 'PUT /reply', { content: 'Thanks again' }),
  }),
  {
    feature: 'replies',
    name: 'replyToReview',
    service: null,
    call: (things) =>
      graphql('replyToReview', { id: globalId(things, 'published'), content: 'Thanks', sendMail: true }),
  },
  ...actionCases('recycleBin', { word: 'TRASH', thing: 'published', row: row('published', 'POST /trash') }),
  {
    feature: 'webhooks',
    name: 'createWebhook',
    service: null,
    call: ({ nonce }) =>
      graphql('createWebhook', { url: `https://${nonce}.example/hook`, topics: ['review.published'] }),
  },
  ...(['rotateWebhookSecret', 'testWebhook'] as const).map((name): PlanAction => ({
    feature: 'webhooks',
    name,
    service: null,
    call: (things) => graphql(name, { id: globalId(things, 'webhook') }),
  })),
  ...(
    [
      [
        'POST /webhooks',
        ({ nonce }) => rest('POST', '/webhooks', { url: `https://${nonce}.example/`, topics: ['review.created'] }),
      ],
      ['PUT /webhooks/:id', ({ ids }) => rest('PUT', `/webhooks/${ids.webhook}`, { enabled: true })],
      ['POST /webhooks/:id/test', ({ ids }) => rest('POST', `/webhooks/${ids.webhook}/test`)],
      ['POST /webhooks/:id/rotate-secret', ({ ids }) => rest('POST', `/webhooks/${ids.webhook}/rotate-secret`)],
      ['resend over REST', ({ ids }) => rest('POST', `/webhooks/deliveries/${ids.delivery}/resend`)],
    ] as const satisfies readonly (readonly [string, (things: Things) => ApiCall])[]
  ).map(([name, call]): PlanAction => ({ feature: 'webhooks', name, service: null, call })),
  {
    feature: 'webhooks',
    name: 'updateWebhook',
    service: null,
    call: (things) => graphql('updateWebhook', { id: globalId(things, 'webhook'), enabled: true }),
  },
  {
    feature: 'webhooks',
    name: 'resendDelivery',
    service: null,
    call: (things) => graphql('resendDelivery', { id: globalId(things, 'delivery') }),
  },
  {
    feature: 'recycleBin',
    name: 'trashReviews',
    service: null,
    call: (things) => graphql('trashReviews', { ids: [globalId(things, 'published')] }),
  },
  {
    feature: 'confirmEdit',
    name: 'requestReviewEdit',
    service: null,
    call: (things) => graphql('requestReviewEdit', { id: globalId(things, 'published'), content: 'Proposed' }),
  },
  {
    feature: 'confirmEdit',
    name: 'POST /reviews/:id/request-edit',
    service: null,
    call: row('published', 'POST /request-edit', { content: 'Proposed' }),
  },
  {
    feature: 'videoReviews',
    name: 'POST /reviews/:id/media',
    service: null,
    call: (things) => ({
      transport: 'rest',
      method: 'POST',
      path: `/reviews/${things.ids.own}/media`,
      file: { name: 'clip.mp4', bytes: mp4() },
    }),
  },
  {
    feature: 'qrCode',
    name: 'generateQrCodes',
    service: null,
    call: (things) => graphql('generateQrCodes', { productIds: [globalId(things, 'product')] }),
  },
  {
    feature: 'qrCode',
    name: 'POST /qrcodes',
    service: null,
    call: (things) => rest('POST', '/qrcodes', { productId: things.ids.product }),
  },
  {
    feature: 'qrCode',
    name: 'POST /qrcodes/image',
    service: null,
    call: () => ({
      transport: 'rest',
      method: 'POST',
      path: '/qrcodes/image',
      file: { name: 'logo.png', bytes: onePixel() },
    }),
  },
  {
    feature: 'qrCode',
    name: 'PUT /qrcodes-settings',
    service: null,
    call: () => rest('PUT', '/qrcodes-settings', { title: 'Another' }),
  },
  {
    ...overTheLimit,
    name: 'sendQueueItemsAnyway',
    call: (things) => graphql('sendQueueItemsAnyway', { ids: [globalId(things, 'waiting')] }),
  },
  {
    ...overTheLimit,
    name: 'resendQueueItems',
    call: (things) => graphql('resendQueueItems', { ids: [globalId(things, 'failed')] }),
  },
  {
    ...overTheLimit,
    name: 'POST /email-queue/bulk-send-anyway',
    call: (things) => rest('POST', '/email-queue/bulk-send-anyway', { ids: [things.ids.waiting] }),
  },
  {
    ...overTheLimit,
    name: 'POST /email-queue/:id/resend',
    call: (things) => rest('POST', `/email-queue/${things.ids.failed}/resend`),
  },
]

/** Returns another valid value of a document's field: for texts, the first one that the document accepts. */
function otherIn(key: SettingKey, path: string, transport: ApiCall['transport']): unknown {
  const { schema, defaults, shape } = SETTINGS[key]
  const value = readPath(defaults, path)
  if (Array.isArray(value)) {
    const first = String(shape.fields?.[path]?.item?.values?.[0])
    return [transport === 'graphql' ? toEnumName(first) : first]
  }
  if (typeof value !== 'string' || path.includes('.')) return otherThan(value, transport)
  const { values = [], kind } = shape.fields?.[path] ?? {}
  const candidates = [
    otherThan(value, transport),
    ...values,
    '#123456',
    `/media/${'0'.repeat(36)}/${'0'.repeat(64)}/medium`,
  ]
  const other = candidates.find((each) => each !== value && schema.safeParse({ ...defaults, [path]: each }).success)
  return kind === 'choice' && transport === 'graphql' ? toEnumName(String(other)) : other
}

function otherThan(value: unknown, transport: ApiCall['transport']): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value === 30 ? 15 : value + 1
  if (typeof value === 'string') return `.x { color: red }${value}`
  if ('de' in (value as object)) {
    const text = { [Object.keys((value as { de: object }).de)[0] ?? '']: 'Another' }
    return transport === 'rest' ? { de: text } : [{ locale: 'de', ...text }]
  }
  return { enabled: !(value as { enabled: boolean }).enabled }
}

/** Returns a patch that changes one gated path of a settings document. */
export const changedAt = (key: SettingKey, path: string): object =>
  path.split('.').reduceRight<unknown>((value, name) => ({ [name]: value }), otherIn(key, path, 'rest')) as object

/** Every gated path of every settings document with a changed value, over its mutation and REST route. */
const settings: readonly PlanAction[] = SETTING_KEYS.flatMap((key) =>
  Object.entries<Feature>(SETTINGS[key].gated).flatMap(([path, feature]): PlanAction[] => {
    const { wireNames } = SETTINGS[key]
    const patchAt = (transport: ApiCall['transport'], fields: readonly string[]) =>
      fields.reduceRight<unknown>((value, name) => ({ [name]: value }), otherIn(key, path, transport)) as object
    const [field = '', ...inner] = path.split('.')
    const action = { feature, name: `${key}.${path}`, service: null }
    return [
      {
        ...action,
        call: () => graphql(`save${key.charAt(0).toUpperCase()}${key.slice(1)}`, patchAt('graphql', [field, ...inner])),
      },
      {
        ...action,
        call: () => rest('PUT', `/settings/${key}`, patchAt('rest', [wireNames[field] ?? field, ...inner])),
      },
    ]
  }),
)

export const planActions: readonly PlanAction[] = [...actionNames, ...settings]

/** Features without any API yet, with the words that such an API would contain. */
const notBuilt: Readonly<Partial<Record<Feature, RegExp>>> = {
  removeBranding: /brand/i,
  headless: /headless/i,
}

/** Returns features without an action, and APIs of features that are listed as not built. */
export function featuresWithoutCase(features: readonly Feature[]): string[] {
  const access = [...rootFields('mutation'), ...routes.map(({ method, path }) => `${method} ${path}`)]
  return features.flatMap((feature) => {
    if (planActions.some((action) => action.feature === feature)) return []
    const words = notBuilt[feature]
    if (!words) return [`${feature} has no case`]
    return access
      .filter((call) => words.test(call))
      .map((call) => `${call} may be a door to ${feature}, which has no case`)
  })
}
