import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import type { PlanId } from '../../rules/plans.ts'
import type { Ctx } from '../core/context.ts'
import { createImport } from '../imports/imports.ts'
import { encodeId } from '../core/global-ids.ts'
import { saveImage } from '../core/files/unused-files.ts'
import type { Shop } from '../generated/prisma/client.ts'
import { addReviews, type TestReview } from './reviews.ts'
import type { World } from './world.ts'

/** Kinds of things with an id, by their GraphQL type. */
export const THINGS = {
  pending: 'Review',
  published: 'Review',
  trashed: 'Review',
  replied: 'Review',
  own: 'Review',
  asked: 'Review',
  edited: 'Review',
  flagged: 'Review',
  testimonial: 'Review',
  reported: 'Review',
  report: 'ReviewReport',
  refused: 'Review',
  statement: 'ReviewStatement',
  media: 'ReviewMedia',
  addedMedia: 'ReviewMedia',
  product: 'Product',
  customer: 'Customer',
  waiting: 'QueueItem',
  failed: 'QueueItem',
  sent: 'QueueItem',
  cancelled: 'QueueItem',
  blocked: 'QueueItem',
  oldOrderRun: 'OldOrderRun',
  importRun: 'ImportRun',
  doneImport: 'ImportRun',
  pausedImport: 'ImportRun',
  runningImport: 'ImportRun',
  bulk: 'BulkRun',
  exported: 'ReviewExport',
  archived: 'ShopArchive',
  view: 'SavedView',
  webhook: 'Webhook',
  delivery: 'IntegrationDelivery',
  discount: 'Discount',
  surveyAnswer: 'SurveyAnswer',
  order: 'Order',
  editRequest: 'EditRequest',
  person: 'Person',
  invitation: 'Invitation',
  dataRequest: 'PrivacyRequest',
  apiKey: 'ApiKey',
} as const
export type Thing = keyof typeof THINGS

/** Ids of one thing of each kind, of a shop or unknown. */
export interface Things {
  /** Part of all their texts. */
  mark: string
  shopId: string
  shopDomain: string
  ids: Readonly<Record<Thing, string>>
  /** Platform id and URL handle of the product. */
  platformId: string
  handle: string
  email: string
  /** Storage keys of the picture and the files. */
  mediaKey: string
  exportKey: string
  importKey: string
  /** Different for each call, so that a save changes the value. */
  nonce: number
}

export const globalId = ({ ids }: Things, thing: Thing): string => encodeId(THINGS[thing], ids[thing])

/** Features of the operator, which belong to no shop. Every shop with things has voted for the first, which is hidden. */
export const testFeatures = ['0197f000-0000-7000-8000-00000000000a', '0197f000-0000-7000-8000-00000000000b'] as const

let nonces = 0
let picture: Promise<Buffer> | undefined
const names = Object.keys(THINGS) as Thing[]
const csvHead = 'title,body,rating,review_date,reviewer_name,reviewer_email,product_handle\n'

/** Returns ids of the same kinds that don't exist. */
export function unknownThings(): Things {
  const none = randomUUID()
  return {
    mark: `none${none.slice(0, 8)}`,
    shopId: none,
    shopDomain: 'missing.myshopify.com',
    ids: Object.fromEntries(names.map((name) => [name, uuidv7()])) as Record<Thing, string>,
    platformId: '999999999999',
    handle: 'nothing-there',
    email: 'missing@nowhere.test',
    mediaKey: `${none}/${'0'.repeat(64)}`,
    exportKey: `${none}/exports/${'0'.repeat(64)}`,
    importKey: `${none}/imports/${none}`,
    nonce: nonces++,
  }
}

const groups = {
  requests: ['waiting', 'failed', 'sent', 'cancelled', 'blocked', 'oldOrderRun', 'order'],
  reviews: [
    'pending',
    'published',
    'trashed',
    'replied',
    'own',
    'asked',
    'edited',
    'flagged',
    'testimonial',
    'reported',
    'report',
    'refused',
    'statement',
    'media',
    'addedMedia',
    'bulk',
    'view',
  ],
  files: ['exported', 'archived', 'webhook', 'delivery', 'discount', 'surveyAnswer', 'dataRequest'],
  people: ['person', 'invitation', 'apiKey'],
  imports: ['importRun', 'doneImport', 'pausedImport', 'runningImport'],
} as const satisfies Record<string, readonly Thing[]>

/** Returns the things that a call uses, by passing it things that record access. */
export function listNamedThings(call: (things: Things) => unknown): Set<Thing> {
  const named = new Set<Thing>()
  const none = unknownThings()
  call({ ...none, ids: new Proxy(none.ids, { get: (ids, name: Thing) => (named.add(name), ids[name]) }) })
  return named
}

/**
 * Adds one new thing of each kind to a shop, in the state that its calls need. Ends everything running in the shop
 * first. Every text contains the mark.
 * @param needed things to create; groups without any are skipped. All by default
 */
export async function addThings(
  world: World,
  shop: Shop,
  { mark = `mark${randomUUID().slice(0, 8)}`, needed }: { mark?: string; needed?: ReadonlySet<Thing> } = {},
): Promise<Things> {
  const wants = (group: keyof typeof groups) => !needed || groups[group].some((name) => needed.has(name))
  const ctx = world.contextOf(shop)
  const { db } = ctx
  const shopId = shop.id
  const now = ctx.now()
  await endRunning(ctx)
  const ids = Object.fromEntries(names.map((name) => [name, uuidv7()])) as Record<Thing, string>
  const nonce = nonces++
  const platformId = String(5_100_000_000_000 + nonce)
  const [handle, email] = [`${mark}-${nonce}`, `${mark}.${nonce}@reader.test`]
  const line = {
    lineId: platformId,
    productId: ids.product,
    platformProductId: platformId,
    variantId: null,
    title: `${mark} mug`,
    variantTitle: '',
    quantity: 1,
    removed: 0,
    returned: 0,
    image: null,
    handle,
  }
  await db.product.create({
    data: {
      shopId,
      id: ids.product,
      platformId,
      handle,
      title: `${mark} mug`,
      vendor: mark,
      createdAt: now,
      updatedAt: now,
    },
  })
  await db.customer.create({
    data: {
      shopId,
      id: ids.customer,
      platformId: `7${platformId}`,
      email,
      firstName: mark,
      lastName: 'Byron',
      displayName: `${mark} Byron`,
      createdAt: now,
    },
  })
  await db.order.create({
    data: {
      shopId,
      id: ids.order,
      platformId: `6${platformId}`,
      name: `#${mark}`,
      number: nonce + 1,
      customerId: ids.customer,
      email,
      customerName: `${mark} Byron`,
      lineItems: [line],
      createdAt: now,
      changedAt: now,
    },
  })
  await addFeatures(ctx, mark)
  if (wants('requests')) await addRequests(ctx, { ids, mark, email, handle, nonce })
  await db.shopSecret.createMany({
    data: ['cj.token', 'deepl.authKey'].map((name) => ({
      ...{ shopId, name, sealed: ctx.secrets.seal(mark) },
      ...{ keyId: ctx.secrets.keyId, updatedAt: now },
    })),
    skipDuplicates: true,
  })
  if (wants('people')) await addPeople(ctx, { ids, mark, email })
  const mediaKey = wants('reviews') ? await addStock(ctx, { ids, mark, email }) : ''
  const exportKey = wants('files') ? await addFiles(ctx, { ids, mark, handle, nonce }) : ''
  const importKey = wants('imports')
    ? await addImport(ctx, { ids, mark, handle, running: !needed || needed.has('runningImport') })
    : ''
  return {
    mark,
    shopId,
    shopDomain: shop.shopifyDomain,
    ids,
    platformId,
    handle,
    email,
    mediaKey,
    exportKey,
    importKey,
    nonce,
  }
}

async function addFeatures({ access, db, shop, now }: Ctx, mark: string): Promise<void> {
  const createdAt = now()
  await access.acrossShops('show features to merchants').feature.createMany({
    data: testFeatures.map((id, at) => ({
      id,
      title: 'A feature',
      text: 'For all',
      published: at > 0,
      createdAt,
      updatedAt: createdAt,
    })),
    skipDuplicates: true,
  })
  const [voted, open] = testFeatures
  await db.featureVote.deleteMany({ where: { shopId: shop.id, featureId: open } })
  await db.featureVote.createMany({ data: [{ shopId: shop.id, featureId: voted, createdAt }], skipDuplicates: true })
  await db.featureWish.create({ data: { shopId: shop.id, id: uuidv7(), text: `${mark} wish`, createdAt } })
}

/** Ends a shop's background work, since most kinds may run only once at a time. */
export async function endRunning({ db, shop, now }: Ctx): Promise<void> {
  const ended = { shopId: shop.id, finishedAt: now() }
  const of = (...status: string[]) => ({ where: { shopId: shop.id, status: { in: status as never } } })
  await db.bulkRun.updateMany({ ...of('running', 'undoing'), data: { ...ended, status: 'done' } })
  await db.reviewExport.updateMany({ ...of('running'), data: { ...ended, status: 'failed' } })
  await db.shopArchive.updateMany({ ...of('running'), data: { ...ended, status: 'failed' } })
  await db.oldOrderRun.updateMany({ ...of('running'), data: { ...ended, status: 'done' } })
  await db.import.updateMany({ ...of('running', 'undoing'), data: { ...ended, status: 'cancelled' } })
}

interface Making {
  ids: Record<Thing, string>
  mark: string
}

async function addRequests(
  ctx: Ctx,
  { ids, mark, email, handle, nonce }: Making & { email: string; handle: string; nonce: number },
): Promise<void> {
  const shopId = ctx.shop.id
  const now = ctx.now()
  const states = {
    waiting: 'waiting',
    failed: 'failed',
    sent: 'success',
    cancelled: 'cancelled',
    blocked: 'waiting',
  } as const
  const lines = [{ productId: ids.product, title: `${mark} mug`, handle, image: null, link: null, quantity: 1 }]
  await ctx.db.queueItem.createMany({
    data: Object.entries(states).map(([name, status], sequence) => ({
      // A postponed request (sequence above 0) doesn't count toward the monthly limit. The failed one does, so it
      // belongs to another order.
      shopId,
      id: ids[name as Thing],
      orderId: name === 'failed' ? ids.failed : ids.order,
      orderName: `#${mark}`,
      orderNumber: nonce + 1,
      customerId: ids.customer,
      customerEmail: name === 'blocked' ? `no.${email}` : email,
      customerName: `${mark} Byron`,
      sequence: name === 'failed' ? 0 : sequence,
      status,
      lineItems: lines,
      productIds: [ids.product],
      createdOrderAt: now,
      createdAt: now,
      updatedAt: now,
      subject: `${mark} subject`,
      scheduledAt: new Date(now.getTime() + 86_400_000),
      searchText: mark,
      errorMessage: name === 'failed' ? `${mark} refused` : null,
      sentAt: name === 'sent' ? now : null,
    })),
  })
  await ctx.db.queueCount.createMany({
    data: (['waiting', 'failed', 'success', 'cancelled'] as const).map((status) => ({ shopId, status })),
    skipDuplicates: true,
  })
  await ctx.db.oldOrderRun.create({
    data: {
      shopId,
      id: ids.oldOrderRun,
      status: 'done',
      fromDate: now,
      toDate: now,
      firstAt: now,
      spreadHours: 1,
      createdAt: now,
    },
  })
  await ctx.db.suppression.create({ data: { shopId, email: `no.${email}`, reason: 'blocked', createdAt: now } })
  await ctx.db.requestUsage.createMany({ data: [{ shopId, cycleStart: now, sent: 0 }], skipDuplicates: true })
}

async function addPeople(
  { access, db: own, shop, now }: Ctx,
  { ids, mark, email }: Making & { email: string },
): Promise<void> {
  const db = access.acrossShops('log in')
  const shops = { create: { shopId: shop.id } }
  await db.account.create({ data: { id: ids.person, email, name: mark, passwordHash: '', createdAt: now(), shops } })
  const expiresAt = new Date(Date.now() + 86_400_000)
  await db.accountLink.create({
    data: {
      id: ids.invitation,
      kind: 'invitation',
      email: `new.${email}`,
      shopId: shop.id,
      createdAt: now(),
      expiresAt,
    },
  })
  // A shop may have 20 keys. A test's own key is in use: it must outlive the cache of keys.
  await own.apiKey.deleteMany({ where: { shopId: shop.id, name: { not: mark }, lastUsedAt: null } })
  await own.apiKey.create({
    data: {
      shopId: shop.id,
      id: ids.apiKey,
      name: mark,
      scopes: ['READ'],
      hash: randomUUID(),
      prefix: 'cdr_test',
      createdAt: now(),
      createdBy: mark,
    },
  })
}

async function addStock(ctx: Ctx, { ids, mark, email }: Making & { email: string }): Promise<string> {
  const shopId = ctx.shop.id
  const now = ctx.now()
  const text = {
    title: `${mark} title`,
    content: `${mark} content`,
    firstName: mark,
    lastName: 'Byron',
    email,
    productId: ids.product,
    customerId: ids.customer,
    location: mark,
    variantTitle: mark,
    searchText: mark,
  }
  const one = (name: Thing, more: TestReview): TestReview => ({
    ...text,
    id: ids[name],
    status: 'published',
    origin: 'customer',
    source: 'customer',
    ...more,
  })
  await addReviews(
    ctx,
    one('pending', { status: 'pending' }),
    one('published', {}),
    one('trashed', {
      status: 'deleted',
      deletedAt: now,
      beforeTrash: { status: 'published', decidedBy: 'rule', why: {}, publishedAt: now.toISOString() },
    }),
    one('replied', { replyContent: `${mark} reply`, replyAt: now }),
    one('own', {
      origin: 'admin',
      source: 'admin',
      hasMedia: true,
      original: { title: `${mark} title`, content: `${mark} content`, media: [{ id: ids.media, hidden: false }] },
    }),
    one('asked', { editRequest: 'unconfirmed', editRequestedAt: now, editRequestId: ids.editRequest }),
    one('edited', {
      edited: true,
      editRequest: 'confirmed',
      editRequestedAt: now,
      original: { title: `${mark} first`, content: `${mark} first`, media: [] },
    }),
    one('flagged', { pinned: true, featured: true, verifiedBy: 'merchant' }),
    one('reported', { helpful: 1, openReports: 1 }),
    one('testimonial', { testimonial: true }),
    one('refused', { status: 'hidden', email, openObjection: true }),
  )
  await ctx.db.reviewStatement.create({
    data: {
      shopId,
      id: ids.statement,
      reviewId: ids.refused,
      act: 'unpublish',
      reason: 'offTopic',
      note: `${mark} note`,
      objection: `${mark} objection`,
      objectedAt: now,
      createdAt: now,
    },
  })
  await ctx.db.reviewReport.create({
    data: {
      shopId,
      id: ids.report,
      reviewId: ids.reported,
      visitor: mark,
      reason: 'spam',
      text: `${mark} report`,
      email,
      createdAt: now,
    },
  })
  await ctx.db.reviewVote.create({
    data: { shopId, reviewId: ids.reported, visitor: mark, helpful: true, createdAt: now },
  })
  await ctx.db.reviewSuspicion.create({
    data: {
      shopId,
      reviewId: ids.reported,
      reasons: [{ kind: 'link', found: `${mark} link`, act: null, count: 0, reviewIds: [] }],
      kinds: ['link'],
      points: 3,
      createdAt: now,
    },
  })
  await ctx.db.reviewTrait.create({ data: { shopId, trait: mark, reviewId: ids.reported, createdAt: now } })
  await ctx.db.reviewTopics.create({
    data: { shopId, scope: ids.reported, reviews: 1, topics: [], countedAt: now },
  })
  await ctx.db.reviewTranslation.create({
    data: {
      shopId,
      reviewId: ids.published,
      language: 'de',
      title: `${mark} title`,
      text: `${mark} translation`,
      sourceHash: mark,
      createdAt: now,
    },
  })
  await ctx.db.translationUsage.createMany({ data: { shopId, month: mark, characters: 1 }, skipDuplicates: true })
  // A shop's things share one file; the upload calls test storing.
  picture ??= sharp({ create: { width: 24, height: 16, channels: 3, background: '#1f5b45' } })
    .png()
    .toBuffer()
  const { key: mediaKey } = await saveImage(ctx, shopId, Buffer.concat([await picture, Buffer.from(shopId)]))
  const media = { shopId, reviewId: ids.own, key: mediaKey, width: 24, height: 16, createdAt: now }
  await ctx.db.reviewMedia.createMany({
    data: [
      { ...media, id: ids.media, position: 0 },
      { ...media, id: ids.addedMedia, position: 1 },
    ],
  })
  await ctx.db.reviewHistory.createMany({
    data: [
      {
        shopId,
        id: uuidv7(),
        reviewId: ids.published,
        actor: 'merchant',
        actorName: mark,
        action: 'published',
        createdAt: now,
      },
      {
        shopId,
        id: uuidv7(),
        reviewId: ids.asked,
        actor: 'merchant',
        actorName: mark,
        action: 'editRequested',
        after: { title: `${mark} title`, content: `${mark} proposal`, media: [], note: '' },
        createdAt: now,
      },
    ],
  })
  await ctx.db.bulkRun.create({
    data: {
      shopId,
      id: ids.bulk,
      action: 'unpublish',
      status: 'done',
      total: 1,
      done: 1,
      changed: 1,
      actorName: mark,
      createdAt: now,
      finishedAt: now,
    },
  })
  await ctx.db.bulkItem.create({
    data: { shopId, bulkId: ids.bulk, reviewId: ids.published, before: { status: 'published' }, version: 1 },
  })
  await ctx.db.savedView.create({
    data: {
      shopId,
      id: ids.view,
      list: 'reviews',
      name: `${mark} ${ids.view}`,
      nameKey: `${mark} ${ids.view}`,
      query: `searchText=${mark}`,
      createdAt: now,
      updatedAt: now,
    },
  })
  return mediaKey
}

/** Adds a finished export with its file, and a shop's other files. */
async function addFiles(ctx: Ctx, { ids, mark, nonce }: Making & { handle: string; nonce: number }): Promise<string> {
  const shopId = ctx.shop.id
  const now = ctx.now()
  const exportKey = `${shopId}/exports/${createHash('sha256').update(ids.exported).digest('hex')}`
  await ctx.files.put(exportKey, Buffer.from(`${mark} file`), { contentType: 'text/csv' })
  await ctx.db.reviewExport.create({
    data: {
      shopId,
      id: ids.exported,
      format: 'csv',
      status: 'done',
      total: 1,
      done: 1,
      fileKey: exportKey,
      fileSize: 12n,
      createdAt: now,
      finishedAt: now,
    },
  })
  const personKey = `${shopId}/privacy/${createHash('sha256').update(ids.dataRequest).digest('hex')}`
  await ctx.files.put(personKey, Buffer.from(`${mark} person`), { contentType: 'application/zip' })
  await ctx.db.privacyRequest.create({
    data: {
      shopId,
      id: ids.dataRequest,
      kind: 'data_request',
      status: 'done',
      origin: 'merchant',
      requestedBy: `${mark} owner`,
      person: { platformId: null, email: `${mark}@person.test`, phone: null, orderIds: [] },
      fileKey: personKey,
      receivedAt: now,
      finishedAt: now,
    },
  })
  const archiveKey = `${shopId}/archives/${createHash('sha256').update(ids.archived).digest('hex')}/0-1`
  await ctx.files.put(archiveKey, Buffer.from(`${mark} file`), { contentType: 'application/gzip' })
  await ctx.db.shopArchive.create({
    data: {
      shopId,
      id: ids.archived,
      status: 'done',
      total: 1,
      done: 1,
      segments: [{ key: archiveKey, bytes: mark.length + 5 }],
      fileSize: mark.length + 5,
      createdAt: now,
      finishedAt: now,
    },
  })
  await ctx.db.webhookEndpoint.create({
    data: {
      shopId,
      id: ids.webhook,
      url: `https://${mark}.example/hook`,
      topics: ['review.published'],
      createdAt: now,
      updatedAt: now,
    },
  })
  await ctx.db.integrationDelivery.create({
    data: {
      shopId,
      id: ids.delivery,
      integration: 'webhook',
      lane: ids.webhook,
      endpointId: ids.webhook,
      event: `${mark} event`,
      payload: { message: mark },
      state: 'failed',
      dueAt: now,
      createdAt: now,
      finishedAt: now,
    },
  })
  await ctx.db.settingHistory.create({
    data: {
      shopId,
      id: uuidv7(),
      key: 'qr',
      actor: 'merchant',
      actorName: `${mark} login`,
      changes: [{ field: 'title', before: mark, after: `${mark} title` }],
      createdAt: now,
    },
  })
  await ctx.db.surveyAnswer.create({
    data: {
      shopId,
      id: ids.surveyAnswer,
      platformOrderId: `survey-${ids.surveyAnswer}`,
      answeredAt: now,
      channel: 'email',
      score: 9,
      question: `${mark} question`,
      choice: `${mark} choice`,
      comment: `${mark} comment`,
    },
  })
  await ctx.db.discount.create({
    data: {
      shopId,
      id: ids.discount,
      reason: `review ${ids.discount}`,
      reviewId: ids.published,
      email: `${mark}.${nonce}@codes.test`,
      code: `${mark}-${nonce}`.toUpperCase(),
      type: 'percentage',
      value: 10,
      currency: 'EUR',
      shown: true,
      mailed: false,
      expireDays: 30,
      state: 'issued',
      startsAt: now,
      createdAt: now,
    },
  })
  await ctx.db.pointsAward.create({
    data: {
      shopId,
      id: ids.discount,
      reason: `review ${ids.discount}`,
      reviewId: ids.published,
      kind: 'any',
      points: 7,
      createdAt: now,
    },
  })
  const post = {
    id: mark,
    image: '/media/none/medium',
    isVideo: false,
    caption: `${mark} caption`,
    permalink: '',
    postedAt: now.toISOString(),
    products: [],
  }
  const posts = {
    state: 'connected',
    username: mark,
    tokenRefreshedAt: now.toISOString(),
    syncedAt: now.toISOString(),
    posts: [post],
  }
  const widget = { value: posts, updatedAt: now }
  await ctx.db.setting.upsert({
    where: { shopId_key: { shopId, key: 'instagramWidget' } },
    create: { shopId, key: 'instagramWidget', ...widget },
    update: widget,
  })
  await ctx.db.setting.createMany({
    data: [{ shopId, key: 'general', value: {}, updatedAt: now }],
    skipDuplicates: true,
  })
  await ctx.db.pushSubscription.createMany({
    data: [
      {
        shopId,
        id: `${mark}-${nonce}`,
        customerId: ids.customer,
        endpoint: 'https://push.example/1',
        p256dh: 'key',
        auth: 'secret',
        createdAt: now,
      },
    ],
    skipDuplicates: true,
  })
  await ctx.db.queueMarkCount.createMany({
    data: [{ shopId, type: 'review-reminder', mark: 'pushSent', count: 0 }],
    skipDuplicates: true,
  })
  await ctx.db.emailTemplateVersion.createMany({
    data: [{ shopId, template: 'reviewReminder', number: 1_000_000, content: { subject: mark }, createdAt: now }],
    skipDuplicates: true,
  })
  await ctx.db.webhookReceipt.create({
    data: { shopId, webhookId: `${mark}-${nonce}`, topic: 'orders/create', receivedAt: now },
  })
  await ctx.db.fact.createMany({
    data: [{ shopId, hour: now, metric: 'reviews.submitted', count: 1 }],
    skipDuplicates: true,
  })
  await ctx.db.mailPreference.create({
    data: { shopId, email: `${mark}.${nonce}@prefers.test`, everyDays: 30, updatedAt: now },
  })
  await ctx.db.senderDomain.create({
    data: { shopId, domain: `${nonce}.${mark}.test`, selector: mark, publicKey: mark, createdAt: now },
  })
  await ctx.db.reviewNotice.createMany({ data: [{ shopId, pending: 1 }], skipDuplicates: true })
  await ctx.db.subscription.create({
    data: { shopId, id: uuidv7(), plan: 'pro', interval: 'monthly', status: 'declined', createdAt: now },
  })
  await ctx.db.delayedMail.createMany({
    data: [
      {
        shopId,
        key: `later ${mark}`,
        job: 'mails.discounts',
        data: { ids: [] },
        dueAt: new Date('2099-01-01'),
        createdAt: now,
      },
    ],
    skipDuplicates: true,
  })
  await ctx.db.firstImport.create({
    data: { shopId, id: uuidv7(), status: 'done', step: 'orders', createdAt: now, finishedAt: now },
  })
  await ctx.db.shopRestore.createMany({
    data: [{ shopId, archive: mark, startedAt: now, finishedAt: now }],
    skipDuplicates: true,
  })
  await ctx.db.idempotencyKey.create({ data: { shopId, key: `${mark}-${nonce}`, fingerprint: mark, createdAt: now } })
  return exportKey
}

/** Adds imports: uploaded, completed with a refused row, paused, and running, which blocks other starts. */
async function addImport(
  ctx: Ctx,
  { ids, mark, handle, running }: Making & { handle: string; running: boolean },
): Promise<string> {
  const row = (rate: string) =>
    `${mark} title,${mark} imported,${rate},2025-01-02,${mark},${mark}@file.test,${handle}\n`
  const { id, fileKey, columns, report } = await createImport(ctx, {
    name: `${mark}.csv`,
    bytes: Buffer.from(`${csvHead}${row('5')}${row('x')}`),
    truncated: false,
  })
  ids.importRun = id
  const { shopId, source, fileName, fileSize, createdAt } = await ctx.db.import.findUniqueOrThrow({
    where: { shopId_id: { shopId: ctx.shop.id, id } },
  })
  const begun = {
    shopId,
    source,
    fileName,
    fileKey,
    fileSize,
    columns,
    report: report ?? {},
    createdAt,
    total: 2,
    imported: 1,
    startedAt: createdAt,
  }
  await ctx.db.import.createMany({
    data: [
      { ...begun, id: ids.doneImport, status: 'done', done: 2, bad: 1, finishedAt: createdAt },
      { ...begun, id: ids.pausedImport, status: 'paused', done: 1 },
      ...(running ? [{ ...begun, id: ids.runningImport, status: 'running' as const, done: 1 }] : []),
    ],
  })
  await ctx.db
    .$executeRaw`insert into "ImportedName" ("shopId", name, "productId") select "shopId", ${mark} || ' product', id from "Product" where "shopId" = ${shopId}::uuid limit 1 on conflict do nothing`
  await ctx.db.importProblem.create({
    data: { shopId, importId: ids.doneImport, row: 3, column: 'rating', value: `${mark} x`, reason: 'badRating' },
  })
  return fileKey
}

/** Puts a shop on a plan in every process at once. */
export async function setPlan(world: World, shop: Shop, plan: PlanId): Promise<void> {
  await world.app.deps.access.acrossShops('the demo platform').shop.update({ where: { id: shop.id }, data: { plan } })
  shop.plan = plan
  world.app.deps.publish(shop.id, 'shop', shop.id)
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/**
 * Removes ids, tokens and sent values from a text, so that answers about another shop's and unknown things are
 * comparable. `findShownThing` finds ids that don't belong there.
 */
export function withoutIds(text: string, { shopDomain, platformId, handle, email, mark }: Things): string {
  let plain = text
    .replace(
      /[A-Za-z0-9_-]{44,80}/g,
      (word) => /^([A-Z]\w+):[0-9a-f-]{36}$/.exec(Buffer.from(word, 'base64url').toString())?.[1] ?? word,
    )
    .replace(uuid, '<id>')
    .replace(/\/(errors|exports)\/[\w.-]+/g, '/$1/<token>')
  for (const [name, value] of Object.entries({ domain: shopDomain, platform: platformId, handle, email, mark }))
    plain = plain.replaceAll(value, `<${name}>`)
  return plain
}

/** Returns what a text shows of a shop's things, except for sent values. */
export function findShownThing(text: string, things: Things, sent = ''): string | null {
  const shown = [
    things.mark,
    things.shopId,
    ...names.flatMap((name) => [things.ids[name], globalId(things, name)]),
  ].find((word) => text.includes(word) && !sent.includes(word))
  return shown ?? null
}
