import { encodeId } from '../../core/global-ids.ts'
import type { PlanId } from '../../../rules/plans.ts'
import { toEnumName } from '../../../rules/enum-name.ts'
import { REVIEW_ACTS, type ReviewAct } from '../../../rules/review-status.ts'
import { routes } from '../../app/rest/routes.ts'
import { mutationText, rootFields } from '../documents.ts'
import type { ApiCall } from '../api-client.ts'
import { globalId, testFeatures, type Thing, type Things } from '../things.ts'
import { mp4 } from '../hostile/videos.ts'

/** A writing call, built from any shop's things. */
export interface WriteCall {
  name: string
  of: string
  /** Repeating it without a key adds another row. */
  additive: boolean
  /** It changes nothing, or nothing without a sender's domain, so it proves nothing. */
  silent: boolean
  /** A plan that includes it. */
  plan: PlanId
  of1(things: Things): ApiCall
}

/** Calls that no lower plan than Enterprise includes. */
const ofEnterprise = [
  'createApiKey',
  'rotateApiKey',
  'createWebhook',
  'updateWebhook',
  'rotateWebhookSecret',
  'testWebhook',
  'resendDelivery',
  'POST /webhooks',
  'PUT /webhooks/:id',
  'POST /webhooks/:id/rotate-secret',
  'POST /webhooks/:id/test',
  'POST /webhooks/deliveries/:deliveryId/resend',
]

/** The thing that an action applies to. */
const replyTemplate = (nonce: number) => ({
  ...{ id: `t${nonce}`, name: 'Thanks', content: `Thank you ${nonce}`, minRate: 4, maxRate: 5 },
  ...{ words: [], productIds: [], language: '' },
})

const callAction: Readonly<Record<ReviewAct, Thing>> = {
  publish: 'pending',
  unpublish: 'published',
  trash: 'published',
  restore: 'trashed',
  delete: 'trashed',
  pin: 'published',
  unpin: 'flagged',
  feature: 'published',
  unfeature: 'flagged',
  verify: 'published',
  unverify: 'flagged',
  addTestimonial: 'published',
  removeTestimonial: 'testimonial',
  reply: 'published',
  editReply: 'replied',
  deleteReply: 'replied',
  revert: 'edited',
  assign: 'published',
}

const csv = (things: Things) =>
  Buffer.from(
    `title,body,rating,review_date,reviewer_name,reviewer_email,product_handle\nNew,New ${things.mark} ${things.nonce},5,2025-01-02,Ann,ann@file.test,${things.handle}\n`,
  )
/** The response repeats pasted text, so it must not contain anything of a shop. */
const pasted = ({ nonce }: Things) =>
  JSON.stringify({
    code: 200,
    data: {
      pageNum: '1',
      list: [
        { commentId: `${nonce}`, pid: `product ${nonce}`, comment: `New ${nonce}`, score: '5', commentUser: 'A***n' },
      ],
    },
  })
/** One pixel; two byte values distinguish two pictures. */
const png = (things: Things) =>
  Buffer.concat([
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
    Buffer.from(`${things.mark} ${things.nonce}`),
  ])

type Input = (things: Things) => object
const ids =
  (...names: Thing[]): Input =>
  (things) => ({ ids: names.map((name) => globalId(things, name)) })
const id =
  (name: Thing): Input =>
  (things) => ({ id: globalId(things, name) })
/** Picks another of the choices for each call. */
const pickByNonce = (things: Things, ...choices: unknown[]): unknown => choices[things.nonce % choices.length]

/** Seven choices in turn, none of them the defaults: each save changes something. */
const klaviyoEvents = (things: Things) => ({
  sendSubmitted: pickByNonce(things, false, true, false, true, false, true, false),
  sendPublished: pickByNonce(things, true, false, false, true, true, false, false),
  sendReplies: pickByNonce(things, true, true, true, false, false, false, false),
})

/** Inputs of every mutation, in each of its ways. A `+` marks calls that add a row when repeated. */
const mutations: Readonly<Record<string, Readonly<Record<string, Input>>>> = {
  actOnReviews: Object.fromEntries(
    REVIEW_ACTS.map((act) => [
      act,
      (things: Things) => ({
        act: toEnumName(act),
        ids: [globalId(things, callAction[act])],
        content: `Thanks ${things.nonce}`,
      }),
    ]),
  ),
  exportCustomerData: { '': ({ nonce }) => ({ email: `kept${nonce}@file.test` }) },
  eraseCustomerData: { '': ({ nonce }) => ({ email: `kept${nonce}@erased.test` }) },
  addSuppressions: { '': ({ nonce }) => ({ emails: [`kept${nonce}@list.test`] }) },
  blockQueueCustomers: { '': ids('waiting') },
  cancelImport: { '': id('pausedImport') },
  cancelOldOrders: { '': id('oldOrderRun') },
  cancelQueueItems: { '': ids('waiting') },
  connectIntegration: {
    '': ({ nonce }) => ({ key: 'judgeme', secrets: [{ name: 'token', value: `judgeme-${nonce}` }] }),
  },
  createApiKey: { '+': ({ nonce }) => ({ name: `Key ${nonce}`, scopes: ['READ'] }) },
  createWebhook: { '+': ({ nonce }) => ({ url: `https://${nonce}.example/hook`, topics: ['review.published'] }) },
  createReview: {
    '+': ({ nonce }) => ({ rate: 5, content: `By us ${nonce}` }),
    '+of a product': (things) => ({
      rate: 4,
      content: `By us ${things.nonce}`,
      productId: globalId(things, 'product'),
    }),
  },
  deleteReply: { '': id('replied') },
  deleteReviews: { '': ids('trashed') },
  deleteView: { '': id('view') },
  disconnectIntegration: { '': () => ({ key: 'cj' }) },
  deleteWebhook: { '': id('webhook') },
  discardImport: { '': id('importRun') },
  dismissBanner: { '': ({ nonce }) => ({ banner: `imported-${nonce % 90}` }) },
  downloadArchive: { '+': id('archived') },
  downloadReviewExport: { '+': id('exported') },
  editReview: {
    '': (things) => ({
      id: globalId(things, 'own'),
      content: `Edited ${things.nonce}`,
      media: [{ id: globalId(things, 'media'), hidden: true }],
    }),
  },
  fetchImport: {
    '+': ({ nonce }) => ({ source: 'CJ', address: '1534092419615174656', token: `cj-${nonce}`, maxReviews: 100 }),
  },
  fetchJudgemeImport: { '+': ({ nonce }) => ({ shopDomain: 'example.myshopify.com', token: `judgeme-${nonce}` }) },
  importSuppressions: { '': ({ nonce }) => ({ csv: `email\nimported${nonce}@list.test\n` }) },
  hideReviewMedia: { '': (things) => ({ id: globalId(things, 'media'), hidden: true }) },
  pauseImport: { '': id('runningImport') },
  publishReviews: { '': ids('pending') },
  replyToReview: { '': (things) => ({ id: globalId(things, 'published'), content: `Thanks ${things.nonce}` }) },
  requestReviewEdit: { '': (things) => ({ id: globalId(things, 'published'), content: `Proposed ${things.nonce}` }) },
  refreshSubscription: { '': () => ({}) },
  removeSuppressions: { '': ({ email }) => ({ entries: [{ email: `no.${email}`, reason: 'BLOCKED' }] }) },
  requestReviews: { '': ({ ids }) => ({ orderIds: [ids.order] }) },
  resendDelivery: { '': id('delivery') },
  rotateWebhookSecret: { '+': id('webhook') },
  resendQueueItems: { '': ids('failed') },
  resumeImport: { '': id('pausedImport') },
  restartFirstImport: { '': () => ({}) },
  refreshTopics: { '': (things) => ({ productId: globalId(things, 'product') }) },
  restoreQueueItems: { '': ids('cancelled') },
  restoreReviews: { '': ids('trashed') },
  revokeApiKey: { '': id('apiKey') },
  rotateApiKey: { '+': id('apiKey') },
  saveEmailSetting: {
    '': (things) => ({ receiverNewReview: `me${things.nonce}@shop.test`, password: `secret ${things.nonce}` }),
  },
  saveEmailTemplates: { '': (things) => ({ reviewReminder: { subject: `Subject ${things.nonce}` } }) },
  saveGeneral: { '': ({ nonce }) => ({ maxReviewImport: 1 + (nonce % 99) }) },
  saveRequestTiming: {
    '': ({ nonce }) => ({ sendAfter: 'CUSTOM', sendAfterCustom: 1 + (nonce % 20), timeUnit: 'DAYS' }),
  },
  renewFeeds: { '+': () => ({ confirm: true }) },
  generateQrCodes: { '': (things) => ({ productIds: [globalId(things, 'product')] }) },
  saveQr: { '': ({ nonce }) => ({ title: `Scan ${nonce}` }) },
  saveTranslations: { '': ({ nonce }) => ({ monthlyCharacters: 1_000 + nonce }) },
  translateReviews: { '': () => ({ confirm: true }) },
  saveSurvey: { '': ({ nonce }) => ({ question: `Question ${nonce}?` }) },
  saveDiscount: { '': ({ nonce }) => ({ valueAllDiscount: 1 + (nonce % 90) }) },
  sendFeatureWish: { '+': ({ nonce }) => ({ text: `Wish ${nonce}` }) },
  voteForFeature: { '': () => ({ id: encodeId('FeatureRequest', testFeatures[1]), wanted: true }) },
  sendTestEmail: { '': ({ nonce }) => ({ type: 'review-reply', to: `me${nonce}@shop.test` }) },
  saveBranding: { '': ({ nonce }) => ({ primaryColor: `#0000${String(10 + (nonce % 89))}` }) },
  saveStarRating: { '': ({ nonce }) => ({ excludedPages: `/pages/${nonce}` }) },
  saveCarousel: { '': ({ nonce }) => ({ carouselHeadingColor: `#0000${String(10 + (nonce % 89))}` }) },
  savePopup: { '': ({ nonce }) => ({ showDuration: 1000 + (nonce % 9000) }) },
  saveModeration: { '': ({ nonce }) => ({ words: [`word${nonce}`] }) },
  compareOlderReviews: { '+': () => ({ confirm: true }) },
  saveRequestRules: { '': ({ nonce }) => ({ coolDownDays: 1 + (nonce % 300) }) },
  saveReviewBox: {
    '': (things) => ({
      sortingDefault: pickByNonce(things, 'RECENT', 'HIGHEST', 'LOWEST', 'MEDIA'),
      colours: { star: `#0000${String(10 + (things.nonce % 89))}` },
    }),
  },
  saveAem: { '': (things) => ({ sendReviews: pickByNonce(things, true, false) }) },
  saveKlaviyo: { '': klaviyoEvents },
  saveJoy: { '': ({ nonce }) => ({ pointsReview: 1 + (nonce % 1000) }) },
  savePushOwl: { '': ({ nonce }) => ({ reviewReminder: { title: `Title ${nonce}` } }) },
  keepReportedReview: { '': id('reported') },
  hideReportedReview: { '': id('reported') },
  dismissReport: { '': id('report') },
  dismissSuspicion: { '': id('reported') },
  decideObjection: { '': (things) => ({ id: globalId(things, 'refused'), decision: 'KEPT' }) },
  pushQueueItem: { '': id('waiting') },
  saveInstagramWidget: { '': ({ nonce }) => ({ heading: `Posts ${nonce}` }) },
  saveReplyTemplates: { '': ({ nonce }) => ({ templates: [replyTemplate(nonce)] }) },
  syncInstagram: { '': () => ({ confirm: true }) },
  // The post comes with the files.
  tagInstagramPost: {
    '': (things) => ({ postId: things.ids.exported && things.mark, productIds: [globalId(things, 'product')] }),
  },
  startInstagramLogin: { '': () => ({ embedded: false }) },
  saveTestimonials: { '': ({ nonce }) => ({ autoNavigateInterval: 11 + (nonce % 49) }) },
  saveSubmitForm: { '': ({ nonce }) => ({ title: `Tell us ${nonce}` }) },
  saveAllReviews: { '': ({ nonce }) => ({ perPage: 1 + (nonce % 50) }) },
  saveCustomerPortalReviews: { '': ({ nonce }) => ({ customCss: `p{order:${nonce}}` }) },
  saveView: {
    '+': ({ nonce }) => ({ name: `View ${nonce}`, query: 'statusFilter=pending' }),
    'of before': (things) => ({ id: globalId(things, 'view'), name: `Renamed ${things.nonce}`, query: '' }),
  },
  actOnSender: { check: () => ({ act: 'CHECK' }), resume: () => ({ act: 'RESUME' }) },
  testSender: { '+': () => ({ to: 'me@shop.test' }) },
  sendQueueItemsAnyway: { '': ids('waiting') },
  subscribe: { '+': (things) => ({ plan: 'advanced', interval: pickByNonce(things, 'annual', 'monthly') }) },
  startDowngrade: { '+': () => ({ plan: 'free', reason: 'other' }) },
  startBulk: {
    '+of ids': (things) => ({ act: 'UNPUBLISH', ids: [globalId(things, 'published')] }),
    '+of a filter': (things) => ({
      act: 'UNPUBLISH',
      filter: { productIds: [globalId(things, 'product')], search: things.mark },
    }),
  },
  pasteImport: { '+': (things) => ({ source: 'CJ', text: pasted(things), maxReviews: 100 }) },
  recountImport: { '': (things) => ({ importId: globalId(things, 'importRun'), answers: [] }) },
  remapImport: {
    '': (things) => ({
      importId: globalId(things, 'importRun'),
      mapping: [
        { field: 'content', column: 1 },
        { field: 'rating', column: 2 },
        { field: 'author', column: pickByNonce(things, 0, 4) },
      ],
    }),
  },
  startArchive: { '+': () => ({ mail: false }) },
  startOldOrders: { '': ({ nonce }) => ({ sendAfterCustom: 1 + (nonce % 20), timeUnit: 'DAYS' }) },
  startImport: {
    '': (things) => ({
      importId: globalId(things, 'importRun'),
      publish: 'PENDING',
      answers: [{ question: 'unmatched', answer: globalId(things, 'product') }],
    }),
  },
  startReviewExport: { '+': (things) => ({ format: 'CSV', filter: { productIds: [globalId(things, 'product')] } }) },
  testIntegration: { '+': () => ({ key: 'cj' }) },
  testWebhook: { '+': id('webhook') },
  trashReviews: { '': ids('published') },
  unblockQueueCustomers: { '': ids('blocked') },
  undoBulk: { '': id('bulk') },
  undoImport: { '': id('doneImport') },
  unpublishReviews: { '': ids('published') },
  withdrawReviewEditRequest: { '': id('asked') },
  updateWebhook: {
    '': (things) => ({ id: globalId(things, 'webhook'), url: `https://${things.nonce}.example/hook` }),
  },
  updateShop: { '': (things) => ({ adminLocale: pickByNonce(things, 'en', 'de', 'fr', 'nl') }) },
}

interface Row {
  path(things: Things): string
  body?: Input
  silent?: boolean
  file?: { name: string; bytes(things: Things): Uint8Array }
}

const review =
  (name: Thing, rest = ''): Row['path'] =>
  (things) =>
    `/reviews/${things.ids[name]}${rest}`
const queue =
  (name: Thing, rest: string): Row['path'] =>
  (things) =>
    `/email-queue/${things.ids[name]}${rest}`
const at =
  (path: string): Row['path'] =>
  () =>
    path
const bare =
  (...names: Thing[]): Input =>
  (things) => ({ ids: names.map((name) => things.ids[name]) })

const rows: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  'POST /webhooks': {
    '+': {
      path: at('/webhooks'),
      body: ({ nonce }) => ({ url: `https://${nonce}.example/rest`, topics: ['review.created'] }),
    },
  },
  'PUT /webhooks/:id': {
    '': {
      path: ({ ids }) => `/webhooks/${ids.webhook}`,
      body: ({ nonce }) => ({ url: `https://${nonce}.example/changed` }),
    },
  },
  'DELETE /webhooks/:id': { '': { path: ({ ids }) => `/webhooks/${ids.webhook}` } },
  'POST /webhooks/:id/rotate-secret': { '+': { path: ({ ids }) => `/webhooks/${ids.webhook}/rotate-secret` } },
  'POST /webhooks/:id/test': { '+': { path: ({ ids }) => `/webhooks/${ids.webhook}/test` } },
  'POST /webhooks/deliveries/:deliveryId/resend': {
    '': { path: ({ ids }) => `/webhooks/deliveries/${ids.delivery}/resend` },
  },
  'PUT /shops': {
    '': { path: at('/shops'), body: (things) => ({ adminLocale: pickByNonce(things, 'en', 'de', 'fr', 'nl') }) },
    rated: { path: at('/shops?type=updateIsRated'), body: () => ({}) },
  },
  'POST /shop': {
    '': { path: at('/shop'), body: (things) => ({ adminLocale: pickByNonce(things, 'fr', 'nl', 'en', 'de') }) },
  },
  'PUT /dev_zone': {
    '': {
      path: at('/dev_zone?type=skip-update-state'),
      body: (things) => ({ status: pickByNonce(things, true, false) }),
    },
  },
  'DELETE /people/:id': { '': { path: (things) => `/people/${things.ids.person}` } },
  'DELETE /people/invitations/:id': { '': { path: (things) => `/people/invitations/${things.ids.invitation}` } },
  'POST /people/invitations': {
    '+': { path: at('/people/invitations'), body: ({ nonce }) => ({ email: `guest${nonce}@people.test` }) },
  },
  'PUT /features/:id/vote': {
    '': { path: at(`/features/${testFeatures[1]}/vote`), body: () => ({ wanted: true }) },
  },
  'POST /features/wishes': {
    '+': { path: at('/features/wishes'), body: ({ nonce }) => ({ text: `Wish ${nonce}` }) },
  },
  'POST /shop/dismiss-banner': {
    '': {
      path: at('/shop/dismiss-banner'),
      body: ({ nonce }) => ({ banner: `imported-${nonce % 90}`, isDismiss: true }),
    },
  },
  'PUT /email-queue/:id/cancel': { '': { path: queue('waiting', '/cancel') } },
  'POST /email-queue/:id/resend': { '': { path: queue('failed', '/resend') } },
  'POST /email-queue/bulk-send-anyway': { '': { path: at('/email-queue/bulk-send-anyway'), body: bare('waiting') } },
  'POST /email-queue/bulk-restore': { '': { path: at('/email-queue/bulk-restore'), body: bare('cancelled') } },
  'POST /email-update-status': { '': { path: at('/email-update-status'), body: bare('waiting') } },
  'POST /unsub-email-queue': {
    '': { path: at('/unsub-email-queue'), body: (things) => ({ ids: [things.ids.waiting], status: true }) },
    'of a customer': {
      path: at('/unsub-email-queue'),
      body: (things) => ({ ids: [globalId(things, 'customer')], status: true }),
    },
  },
  'POST /emails/:type/preview': {
    '': { path: at('/emails/review-reply/preview'), body: ({ nonce }) => ({ subject: `Subject ${nonce}` }) },
  },
  'POST /emails/:type/test': {
    '': { path: at('/emails/review-reply/test'), body: ({ nonce }) => ({ to: `me${nonce}@shop.test` }) },
  },
  'POST /emails': {
    '': { path: at('/emails'), body: ({ nonce }) => ({ sendAfterCustom: 1 + (nonce % 20), timeUnit: 'days' }) },
  },
  'PUT /email-previous/:id/cancel': { '': { path: (things) => `/email-previous/${things.ids.oldOrderRun}/cancel` } },
  'POST /suppressions': {
    '': { path: at('/suppressions'), body: ({ nonce }) => ({ emails: [`kept${nonce}@list.test`] }) },
  },
  'POST /customer-data/export': {
    '': { path: at('/customer-data/export'), body: ({ nonce }) => ({ email: `other${nonce}@file.test` }) },
  },
  'POST /customer-data/erase': {
    '': { path: at('/customer-data/erase'), body: ({ nonce }) => ({ email: `other${nonce}@erased.test` }) },
  },
  'POST /suppressions/remove': {
    '': {
      path: at('/suppressions/remove'),
      body: ({ email }) => ({ entries: [{ email: `no.${email}`, reason: 'blocked' }] }),
    },
  },
  'POST /suppressions/import': {
    '': { path: at('/suppressions/import'), body: ({ nonce }) => ({ csv: `email\nimported${nonce}@list.test\n` }) },
  },
  'POST /imports': { '+': { path: at('/imports'), file: { name: 'new.csv', bytes: csv } } },
  'POST /imports/paste': {
    '+': { path: at('/imports/paste'), body: (things) => ({ source: 'cj', text: pasted(things) }) },
  },
  'POST /imports/fetch': {
    '+': {
      path: at('/imports/fetch'),
      body: ({ nonce }) => ({ source: 'cj', address: '1534092419615174656', token: `cj-${nonce}` }),
    },
  },
  'POST /imports/judgeme': {
    '+': {
      path: at('/imports/judgeme'),
      body: ({ nonce }) => ({ shopDomain: 'example.myshopify.com', token: `judgeme-${nonce}` }),
    },
  },
  'DELETE /imports/:id': { '': { path: (things) => `/imports/${things.ids.importRun}` } },
  'POST /imports/:id/answers': {
    '': { path: (things) => `/imports/${things.ids.importRun}/answers`, body: () => ({ answers: [] }) },
  },
  'POST /imports/:id/columns': {
    '': {
      path: (things) => `/imports/${things.ids.importRun}/columns`,
      body: () => ({ mapping: { content: 1, rating: 2, productTitle: 6 } }),
    },
  },
  'POST /imports/:id/start': {
    '': {
      path: (things) => `/imports/${things.ids.importRun}/start`,
      body: (things) => ({ answers: [{ question: 'unmatched', answer: globalId(things, 'product') }] }),
    },
  },
  'POST /imports/:id/pause': { '': { path: (things) => `/imports/${things.ids.runningImport}/pause` } },
  'POST /imports/:id/resume': { '': { path: (things) => `/imports/${things.ids.pausedImport}/resume` } },
  'POST /imports/:id/cancel': { '': { path: (things) => `/imports/${things.ids.pausedImport}/cancel` } },
  'POST /imports/:id/undo': { '': { path: (things) => `/imports/${things.ids.doneImport}/undo` } },
  'POST /reviews': {
    '+': { path: at('/reviews'), body: ({ nonce }) => ({ rate: 5, content: `By us ${nonce}` }) },
    '+of a product': {
      path: at('/reviews'),
      body: (things) => ({ rate: 5, content: `By us ${things.nonce}`, productId: things.platformId }),
    },
  },
  'PUT /reviews/:id': {
    '': {
      path: review('own'),
      body: (things) => ({ content: `Edited ${things.nonce}`, media: [{ id: things.ids.media, hidden: true }] }),
    },
  },
  'DELETE /reviews/:id': { '': { path: review('trashed') } },
  'PUT /reviews/:id/reply': {
    '': { path: review('published', '/reply'), body: ({ nonce }) => ({ content: `Thanks ${nonce}` }) },
  },
  'DELETE /reviews/:id/reply': { '': { path: review('replied', '/reply') } },
  'POST /reviews/:id/media': {
    '+': { path: review('own', '/media'), file: { name: 'new.png', bytes: png } },
    '+a video': { path: review('own', '/media'), file: { name: 'new.mp4', bytes: () => mp4() } },
  },
  'PUT /reviews/:id/media/:mediaId': {
    '': { path: (things) => `/reviews/${things.ids.own}/media/${things.ids.media}`, body: () => ({ hidden: true }) },
  },
  'DELETE /reviews/:id/media/:mediaId': {
    '': { path: (things) => `/reviews/${things.ids.own}/media/${things.ids.media}` },
    'that the merchant added': { path: (things) => `/reviews/${things.ids.own}/media/${things.ids.addedMedia}` },
  },
  'POST /reviews/:id/publish': { '': { path: review('pending', '/publish') } },
  'POST /reviews/:id/unpublish': { '': { path: review('published', '/unpublish') } },
  'POST /reviews/:id/trash': { '': { path: review('published', '/trash') } },
  'POST /reviews/:id/restore': { '': { path: review('trashed', '/restore') } },
  'POST /reviews/:id/assign': {
    '': { path: review('published', '/assign'), body: ({ ids }) => ({ assigneeId: ids.person }) },
  },
  'POST /reviews/:id/request-edit': {
    '': { path: review('published', '/request-edit'), body: ({ nonce }) => ({ content: `Proposed ${nonce}` }) },
  },
  'DELETE /reviews/:id/request-edit': { '': { path: review('asked', '/request-edit') } },
  'POST /reviews/:id/revert': { '': { path: review('edited', '/revert') } },
  'POST /reviews/:id/pin': {
    '': { path: review('published', '/pin') },
    off: { path: review('flagged', '/pin'), body: () => ({ value: false }) },
  },
  'POST /reviews/:id/feature': { '': { path: review('published', '/feature') } },
  'POST /reviews/:id/verify': { '': { path: review('published', '/verify') } },
  'POST /reviews/:id/testimonial': { '': { path: review('published', '/testimonial') } },
  'POST /reviews/bulk': {
    '+of ids': { path: at('/reviews/bulk'), body: (things) => ({ action: 'unpublish', ids: [things.ids.published] }) },
    '+of a filter': {
      path: at('/reviews/bulk'),
      body: (things) => ({
        action: 'unpublish',
        filter: { productIds: [globalId(things, 'product')], search: things.mark },
      }),
    },
  },
  'POST /reviews/bulk/:id/undo': { '': { path: (things) => `/reviews/bulk/${things.ids.bulk}/undo` } },
  'POST /reviews/export': {
    '+': {
      path: at('/reviews/export'),
      body: (things) => ({ format: 'csv', filter: { productIds: [globalId(things, 'product')] } }),
    },
  },
  'POST /email-queue/emails-bulk-action': {
    '': { path: at('/email-queue/emails-bulk-action'), body: ({ ids }) => ({ ids: [ids.order] }) },
  },
  'POST /email-queue/email-admin-link': {
    '': { path: at('/email-queue/email-admin-link'), body: ({ ids }) => ({ id: ids.order }) },
  },
  'POST /sender/records': { '': { path: at('/sender/records'), silent: true } },
  'POST /sender/check': { '': { path: at('/sender/check'), silent: true } },
  'POST /sender/check-server': { '': { path: at('/sender/check-server'), silent: true } },
  'POST /sender/resume': { '': { path: at('/sender/resume'), silent: true } },
  'POST /sender/test': { '+': { path: at('/sender/test'), body: () => ({ to: 'me@shop.test' }), silent: true } },
  'POST /email-queue/push-notification': {
    '': {
      path: at('/email-queue/push-notification'),
      body: (things) => ({ queueId: things.ids.waiting }),
      // Refused once another call has turned push notifications off.
      silent: true,
    },
  },
  'PUT /settings/aem': {
    '': { path: at('/settings/aem'), body: (things) => ({ sendReviews: pickByNonce(things, true, false) }) },
  },
  'PUT /settings/klaviyo': {
    '': { path: at('/settings/klaviyo'), body: klaviyoEvents },
  },
  'PUT /settings/joy': {
    '': { path: at('/settings/joy'), body: ({ nonce }) => ({ pointsReview: 1 + (nonce % 1000) }) },
  },
  'PUT /settings/pushOwl': {
    '': { path: at('/settings/pushOwl'), body: ({ nonce }) => ({ reviewReminder: { title: `Title ${nonce}` } }) },
  },
  'PUT /settings/emailSetting': {
    '': {
      path: at('/settings/emailSetting'),
      body: (things) => ({ receiverNewReview: `me${things.nonce}@shop.test`, password: `secret ${things.nonce}` }),
    },
  },
  'PUT /settings/emailTemplates': {
    '': {
      path: at('/settings/emailTemplates'),
      body: (things) => ({ 'review-reminder': { subject: `Subject ${things.nonce}` } }),
    },
  },
  'PUT /settings/qr': { '': { path: at('/settings/qr'), body: ({ nonce }) => ({ title: `Scan ${nonce}` }) } },
  'PUT /qrcodes-settings': { '': { path: at('/qrcodes-settings'), body: ({ nonce }) => ({ title: `Scan ${nonce}` }) } },
  'POST /qrcodes': { '': { path: at('/qrcodes'), body: ({ ids }) => ({ productId: ids.product }), silent: true } },
  'POST /emails/image': { '+': { path: at('/emails/image'), file: { name: 'logo.png', bytes: png } } },
  'POST /translations': { '': { path: at('/translations') } },
  'POST /feeds/renew': { '+': { path: at('/feeds/renew') } },
  'POST /qrcodes/image': { '+': { path: at('/qrcodes/image'), file: { name: 'logo.png', bytes: png } } },
  'PUT /settings/moderation': {
    '': { path: at('/settings/moderation'), body: ({ nonce }) => ({ words: [`word${nonce}`] }) },
  },
  'POST /reviews/:id/suspicion/dismiss': { '': { path: review('reported', '/suspicion/dismiss') } },
  'POST /reviews/:id/reports/keep': { '': { path: review('reported', '/reports/keep') } },
  'POST /reviews/:id/objection': { '': { path: review('refused', '/objection'), body: () => ({ decision: 'kept' }) } },
  'POST /reviews/:id/reports/hide': { '': { path: review('reported', '/reports/hide') } },
  'POST /reports/:reportId/dismiss': { '': { path: (things) => `/reports/${things.ids.report}/dismiss` } },
  'PUT /settings/survey': {
    '': { path: at('/settings/survey'), body: ({ nonce }) => ({ question: `Question ${nonce}?` }) },
  },
  'PUT /settings/discount': {
    '': { path: at('/settings/discount'), body: ({ nonce }) => ({ valueAllDiscount: 1 + (nonce % 90) }) },
  },
  'PUT /settings/branding': {
    '': {
      path: at('/settings/branding'),
      body: ({ nonce }) => ({ primaryColor: `#0000${String(10 + (nonce % 89))}` }),
    },
  },
  'PUT /settings/starRating': {
    '': { path: at('/settings/starRating'), body: ({ nonce }) => ({ excludedPages: `/pages/${nonce}` }) },
  },
  'PUT /settings/carousel': {
    '': {
      path: at('/settings/carousel'),
      body: (things) => ({ carouselHeadingColor: `#0000${String(10 + (things.nonce % 89))}` }),
    },
  },
  'PUT /settings/popup': {
    '': { path: at('/settings/popup'), body: ({ nonce }) => ({ showDuration: 1000 + (nonce % 9000) }) },
  },
  'PUT /settings/requestRules': {
    '': { path: at('/settings/requestRules'), body: ({ nonce }) => ({ coolDownDays: 1 + (nonce % 300) }) },
  },
  'PUT /settings/requestTiming': {
    '': { path: at('/settings/requestTiming'), body: ({ nonce }) => ({ sendAfterCustom: 1 + (nonce % 20) }) },
  },
  'PUT /settings/reviewBox': {
    '': {
      path: at('/settings/reviewBox'),
      body: (things) => ({ sortingDefault: pickByNonce(things, 'recent', 'highest', 'lowest', 'media') }),
    },
  },
  'PUT /settings/instagramWidget': {
    '': { path: at('/settings/instagramWidget'), body: ({ nonce }) => ({ heading: `Posts ${nonce}` }) },
  },
  'PUT /settings/replyTemplates': {
    '': { path: at('/settings/replyTemplates'), body: ({ nonce }) => ({ templates: [replyTemplate(nonce)] }) },
  },
  'PUT /settings/translations': {
    '': { path: at('/settings/translations'), body: ({ nonce }) => ({ monthlyCharacters: 1_000 + nonce }) },
  },
  'PUT /settings/testimonials': {
    '': { path: at('/settings/testimonials'), body: ({ nonce }) => ({ autoNavigateInterval: 11 + (nonce % 49) }) },
  },
  'PUT /settings/submitForm': {
    '': { path: at('/settings/submitForm'), body: ({ nonce }) => ({ title: `Tell us ${nonce}` }) },
  },
  'PUT /settings/allReviews': {
    '': { path: at('/settings/allReviews'), body: ({ nonce }) => ({ perPage: 1 + (nonce % 50) }) },
  },
  'PUT /settings/customerPortalReviews': {
    '': { path: at('/settings/customerPortalReviews'), body: ({ nonce }) => ({ customCss: `p{order:${nonce}}` }) },
  },
  'PUT /settings/general': {
    '': { path: at('/settings/general'), body: ({ nonce }) => ({ maxReviewImport: 1 + (nonce % 99) }) },
  },
}

const nameOf = (of: string, way: string): string => `${of} ${way.replace('+', '')}`.trim()

/** Every mutation and every writing REST route, in each of their ways. */
export const writeCalls: readonly WriteCall[] = [
  ...Object.entries(mutations).flatMap(([of, ways]) =>
    Object.entries(ways).map(([way, input]): WriteCall => ({
      name: nameOf(of, way),
      of,
      additive: way.startsWith('+'),
      plan: ofEnterprise.includes(of) ? 'enterprise' : 'advanced',
      silent: [
        'actOnSender',
        'compareOlderReviews',
        'generateQrCodes',
        'refreshSubscription',
        'startDowngrade',
        'subscribe',
      ].includes(of),
      of1: (things) => ({
        transport: 'graphql',
        method: 'POST',
        path: '/graphql',
        body: { query: mutationText(of).text, variables: { input: input(things) } },
      }),
    })),
  ),
  ...Object.entries(rows).flatMap(([of, ways]) =>
    Object.entries(ways).map(([way, row]): WriteCall => ({
      name: nameOf(of, way),
      of,
      additive: way.startsWith('+'),
      plan: ofEnterprise.includes(of) ? 'enterprise' : 'advanced',
      silent: row.silent ?? false,
      of1: (things) => ({
        transport: 'rest',
        method: of.split(' ')[0] as ApiCall['method'],
        path: row.path(things),
        ...(row.body && { body: row.body(things) }),
        ...(row.file && { file: { name: row.file.name, bytes: row.file.bytes(things) } }),
      }),
    })),
  ),
]

/** Returns mutations and routes without a call, and calls of removed ones. */
export function writesWithoutCase(): string[] {
  const known = new Set(writeCalls.map(({ of }) => of))
  const real = [
    ...rootFields('mutation'),
    ...routes.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`),
  ]
  return [
    ...real.filter((name) => !known.has(name)).map((name) => `${name} has no case`),
    ...[...known].filter((name) => !real.includes(name)).map((name) => `${name} is no call`),
  ]
}
