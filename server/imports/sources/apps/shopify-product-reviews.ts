import { fileSource } from '../file-source.ts'

/** Shopify Product Reviews, which was closed in 2024: its downloads are kept by many, and taken by most other apps. */
export const shopifyProductReviews = fileSource({
  id: 'shopify-product-reviews',
  name: 'Shopify Product Reviews',
  columns: {
    handle: ['product_handle'],
    status: ['state'],
    rating: ['rating'],
    title: ['title'],
    author: ['author'],
    email: ['email'],
    location: ['location'],
    content: ['body'],
    pictures: ['imageUrl'],
    reply: ['reply'],
    date: ['created_at'],
    replyDate: ['replied_at'],
  },
  required: ['content', 'rating', 'status', 'handle', 'author'],
  usual: ['product_handle', 'state', 'rating', 'title', 'author', 'email', 'location', 'body', 'reply', 'created_at', 'replied_at'],
  ignored: [],
  foreign: [],
  statuses: { published: 'published', unpublished: 'hidden', hidden: 'hidden', pending: 'pending', spam: 'rejected', flagged: 'rejected' },
})
