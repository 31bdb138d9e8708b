import { fileSource } from '../file-source.ts'

/** Shopify Product Reviews was closed in 2024. Many merchants keep its exports, and most other apps accept them. */
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
  statuses: {
    published: 'published',
    unpublished: 'hidden',
    hidden: 'hidden',
    pending: 'pending',
    spam: 'rejected',
    flagged: 'rejected',
  },
})
