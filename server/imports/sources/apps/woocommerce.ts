import { fileSource } from '../file-source.ts'

/**
 * WooCommerce reviews as plugins export them: rows of WordPress' comments. Product ids belong to the old shop, so
 * products match by SKU and title. Replies are rows of their own, anywhere in the file (checking/replies.ts).
 */
export const woocommerce = fileSource({
  id: 'woocommerce',
  name: 'WooCommerce',
  columns: {
    externalId: ['comment_ID'],
    platformId: ['comment_post_ID'],
    author: ['comment_author'],
    email: ['comment_author_email'],
    date: ['comment_date_gmt', 'comment_date'],
    content: ['comment_content'],
    status: ['comment_approved'],
    parent: ['comment_parent'],
    rating: ['rating'],
    verified: ['verified'],
    title: ['title'],
    sku: ['product_SKU'],
    productTitle: ['product_title'],
  },
  required: ['content', 'rating'],
  ignored: [
    'comment_author_url',
    'comment_author_IP',
    'comment_date',
    'user_id',
    'comment_agent',
    'comment_karma',
    'comment_type',
    'comment_alter_id',
  ],
  foreignProductIds: true,
  statuses: {
    '1': 'published',
    approve: 'published',
    approved: 'published',
    '0': 'pending',
    hold: 'pending',
    spam: 'rejected',
    trash: 'deleted',
    'post-trashed': 'deleted',
  },
})
