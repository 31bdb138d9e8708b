import { fileSource } from '../file-source.ts'

/**
 * Judge.me's export and import template, in all known headers (13, 15 and 16 columns, 8 of the template). API responses
 * are stored under the same names (judgeme-api.ts), with the API's id. The file has no column for verified purchases.
 * Stores the API's `buyer` as verified by the merchant. `ip_address` is never stored.
 */
export const judgeme = fileSource({
  id: 'judgeme',
  name: 'Judge.me',
  columns: {
    title: ['title', 'review_title'],
    content: ['body'],
    rating: ['rating'],
    date: ['review_date'],
    status: ['curated'],
    hidden: ['hidden'],
    featured: ['featured'],
    verified: ['judgeme_verified'],
    author: ['reviewer_name'],
    email: ['reviewer_email'],
    platformId: ['product_id'],
    handle: ['product_handle'],
    url: ['product_url'],
    productTitle: ['product_title'],
    reply: ['reply'],
    replyDate: ['reply_date'],
    pictures: ['picture_urls'],
    location: ['location'],
    externalId: ['metaobject_handle', 'judgeme_review_id'],
  },
  // The export's ids are Shopify's, the API's are Judge.me's own, so only content shows that reviews are equal.
  series: { judgeme_review_id: 'judgeme-api' },
  required: ['content', 'rating'],
  ignored: ['source', 'ip_address', 'verified'],
  foreign: ['state', 'author', 'created_at', 'nickname', 'item_type', 'published', 'SKU', 'date', 'photo_url'],
  statuses: { ok: 'published', 'not-yet': 'pending', 'not yet': 'pending', spam: 'rejected' },
})
