import { fileSource } from '../file-source.ts'

/**
 * Judge.me's export and import template, in all header sets that were seen (13, 15 and 16 columns, 8 of the template).
 * Its API's answers are kept under the same names (judgeme-api.ts), with the id that the API has.
 * The file has no word about verified purchases, so no row earns one; the API's `buyer` earns the merchant's mark. `ip_address` is never kept.
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
  // The export names Shopify's entry of a review, the API Judge.me's own: only what a review says shows that it is the same.
  series: { judgeme_review_id: 'judgeme-api' },
  required: ['content', 'rating'],
  usual: ['title', 'body', 'rating', 'review_date', 'curated', 'reviewer_name', 'product_handle', 'picture_urls'],
  ignored: ['source', 'ip_address', 'verified'],
  foreign: ['state', 'author', 'created_at', 'nickname', 'item_type', 'published', 'SKU', 'date', 'photo_url'],
  statuses: { ok: 'published', 'not-yet': 'pending', 'not yet': 'pending', spam: 'rejected' },
})
