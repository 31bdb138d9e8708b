import { fileSource } from '../file-source.ts'

/** Opinew's import template, with a fixed column order. */
export const opinew = fileSource({
  id: 'opinew',
  name: 'Opinew',
  columns: {
    content: ['body'],
    rating: ['rating'],
    date: ['review_date'],
    status: ['state'],
    author: ['reviewer_name'],
    email: ['reviewer_email'],
    platformId: ['product_id'],
    handle: ['product_handle'],
    reply: ['reply'],
    replyDate: ['reply_date'],
    pictures: ['picture_urls'],
    sku: ['SKU'],
    country: ['region'],
    title: ['title'],
  },
  required: ['content', 'rating', 'date', 'author', 'status'],
  ignored: ['barcode'],
  statuses: {
    published: 'published',
    active: 'published',
    approved: 'published',
    unpublished: 'hidden',
    hidden: 'hidden',
    pending: 'pending',
    rejected: 'rejected',
    spam: 'rejected',
    archived: 'hidden',
  },
})
