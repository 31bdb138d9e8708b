import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { saveImage } from '../core/files/unused-files.ts'
import { createImport } from '../imports/imports.ts'
import { startReviewExport } from '../reviews/export/export.ts'
import { foldAddress } from '../core/fold-address.ts'
import { addReviews } from './reviews.ts'
import { addProduct, orderPayload, postWebhook } from './orders.ts'
import type { World } from './world.ts'

/** A customer with rows in every table that can name one. */
export interface SeededPerson {
  platformId: string
  email: string
  firstName: string
  lastName: string
  phone: string
  orderPlatformId: string
  reviewId: string
  /** Key of the review's picture. */
  pictureKey: string
  /** Texts that must be gone after the erasure. */
  words: string[]
}

let last = 0

/** Seeds a customer with unique texts in every table that can name one, beginning with an order by webhook. */
export async function seedPerson(world: World): Promise<SeededPerson> {
  const { ctx } = world
  const { db } = ctx
  const shopId = ctx.shop.id
  const now = ctx.now()
  last += 1
  const mark = randomUUID().slice(0, 8)
  const [firstName, lastName] = [`Zo${mark}`, `Quill${mark}`]
  const email = `zo.${mark}@buyer.test`
  const phone = `+44 20 ${mark}`
  const [place, endpoint] = [`Hull ${mark}`, `https://push.test/${mark}`]
  const product = await addProduct(world, `Lamp ${last}`)
  const order = {
    ...orderPayload(world, {
      platformId: 6_500_000_000 + last,
      number: 6_500 + last,
      email,
      firstName,
      lastName,
      products: [product],
    }),
    fulfillment_status: 'fulfilled',
  }
  await postWebhook(world, 'orders/create', { payload: order })
  await world.advance({ days: 30 })
  const customer = await db.customer.findFirstOrThrow({ where: { shopId, email } })
  const stored = await db.order.findFirstOrThrow({ where: { shopId, email } })
  const picture = await sharp({ create: { width: 9, height: 9 + last, channels: 3, background: '#a52' } })
    .png()
    .toBuffer()
  const { key } = await saveImage(ctx, shopId, picture)
  const reviewId = uuidv7()
  const texts = {
    title: `Fine, says ${firstName}`,
    content: `Write to ${email.toUpperCase()} or ask ${firstName} ${lastName}.`,
  }
  await addReviews(ctx, {
    id: reviewId,
    productId: product.id,
    customerId: customer.id,
    orderId: stored.id,
    firstName,
    lastName,
    email,
    ...texts,
    location: place,
    country: 'GB',
    status: 'published',
    publishedAt: now,
    replyContent: `Thank you, ${firstName}!`,
    replyAt: now,
    original: { ...texts, media: [] },
    hasMedia: true,
    verifiedBy: 'order',
    searchText: `${firstName} ${lastName} ${email}`.toLowerCase(),
  })
  await db.reviewMedia.create({
    data: { shopId, id: uuidv7(), reviewId, key, sourceUrl: `https://photos.test/${mark}.jpg`, createdAt: now },
  })
  await db.reviewHistory.create({
    data: {
      shopId,
      id: uuidv7(),
      reviewId,
      actor: 'customer',
      action: 'edit',
      before: texts,
      after: texts,
      createdAt: now,
    },
  })
  await db.reviewTranslation.create({
    data: { shopId, reviewId, language: 'de', text: `Schreibt ${email}`, sourceHash: '', createdAt: now },
  })
  const report = { shopId, reviewId, reason: 'other', createdAt: now }
  await db.reviewReport.createMany({
    data: [
      { ...report, id: uuidv7(), text: `It is by ${firstName} ${lastName}` },
      { ...report, id: uuidv7(), text: `I am ${lastName}`, email },
    ],
  })
  await db.discount.createMany({
    data: ['order', 'product'].map((kind) => ({
      shopId,
      id: uuidv7(),
      reason: kind === 'order' ? `order ${stored.id}` : `product ${product.id} ${foldAddress(email)}`,
      reviewId,
      customerId: customer.id,
      email,
      code: `${kind}-${randomUUID()}`,
      type: 'percentage',
      value: 10,
      currency: 'USD',
      terms: { combinesWith: [], platformCustomerId: String(order.customer.id) },
      shown: true,
      mailed: true,
      expireDays: 30,
      state: 'issued' as const,
      createdAt: now,
    })),
  })
  await db.surveyAnswer.create({
    data: {
      shopId,
      id: uuidv7(),
      platformOrderId: String(order.id),
      answeredAt: now,
      channel: 'email',
      score: 9,
      comment: `${firstName} was here`,
    },
  })
  const endpointId = uuidv7()
  await db.webhookEndpoint.create({
    data: {
      shopId,
      id: endpointId,
      url: 'https://agency.example/',
      topics: ['review.published'],
      createdAt: now,
      updatedAt: now,
    },
  })
  await db.integrationDelivery.create({
    data: {
      shopId,
      id: uuidv7(),
      integration: 'webhook',
      lane: endpointId,
      endpointId,
      event: 'review.published',
      payload: { reviewer: { name: firstName, email } },
      answer: `Thanks, ${email}`,
      state: 'sent',
      dueAt: now,
      createdAt: now,
      finishedAt: now,
    },
  })
  await db.suppression.create({ data: { shopId, email, reason: 'blocked', createdAt: now } })
  await db.mailPreference.create({ data: { shopId, email, everyDays: 30, updatedAt: now } })
  await db.pushSubscription.create({
    data: { shopId, id: mark, customerId: customer.id, endpoint, p256dh: 'x', auth: 'y', createdAt: now },
  })
  const view = { shopId, list: 'reviews', name: `Of ${email}`, nameKey: `of ${email}`, createdAt: now, updatedAt: now }
  await db.savedView.create({ data: { ...view, id: uuidv7(), query: `search=${email}` } })
  await db.bulkRun.create({
    data: {
      shopId,
      id: uuidv7(),
      action: 'hide',
      filter: { search: email },
      status: 'done',
      createdAt: now,
      finishedAt: now,
    },
  })
  await db.delayedMail.create({
    data: {
      shopId,
      key: `x ${email}`,
      job: 'mails.replies',
      data: { ids: [], to: email },
      dueAt: new Date('2099-01-01'),
      createdAt: now,
    },
  })
  await db.idempotencyKey.create({
    data: { shopId, key: mark, fingerprint: '', body: { name: `${firstName} ${lastName}` }, createdAt: now },
  })
  await ctx.enqueue('mails.replies', { ids: [], to: email }, { startAfterSeconds: 86_400 })
  await startReviewExport(ctx, { format: 'csv', filter: { search: email } })
  const csv = `title,body,rating,reviewer_name,reviewer_email,product_handle\nA,B,9,${firstName} ${lastName},${email},nowhere\nC,D,5,${firstName} ${lastName},${email},nowhere\n`
  await createImport(ctx, { name: 'reviews.csv', bytes: new TextEncoder().encode(csv) })
  await world.runJobs()
  return {
    platformId: String(order.customer.id),
    email,
    firstName,
    lastName,
    phone,
    orderPlatformId: String(order.id),
    reviewId,
    pictureKey: key,
    words: [email, firstName, lastName, place, endpoint, mark],
  }
}
