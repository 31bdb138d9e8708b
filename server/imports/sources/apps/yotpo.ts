import { fileSource } from '../file-source.ts'

/**
 * Yotpo knows no fixed header: its reports, its import and converters name the columns each in their way. All have a review's content
 * and score, and no other app's files have these two; the rest is taken as far as it is there. Without a product it is a review of the shop.
 */
export const yotpo = fileSource({
  id: 'yotpo',
  name: 'Yotpo',
  columns: {
    content: ['Review Content', 'Review Body', 'Review Text'],
    rating: ['Review Score', 'Review Rating', 'Score'],
    title: ['Review Title'],
    date: ['Review Creation Date', 'Review Date', 'Date', 'Created At', 'Review Submission Date'],
    author: ['Display Name', 'Reviewer Display Name', 'Reviewer Name', 'User Display Name', 'Customer Name', 'Author', 'Name'],
    email: ['Email', 'Reviewer Email', 'User Email', 'Customer Email', 'Email Address'],
    platformId: ['Product ID', 'External Product ID', 'Domain Key', 'Product External ID'],
    productTitle: ['Product Name', 'Product Title'],
    url: ['Product URL', 'Product Link'],
    handle: ['Product Handle'],
    sku: ['Product SKU', 'SKU'],
    status: ['Review Status', 'Published', 'Status'],
    verified: ['Verified Purchase', 'Verified Buyer', 'Reviewer Type'],
    reply: ['Comment Content', 'Comment', 'Reply', 'Public Comment'],
    replyDate: ['Comment Created At', 'Comment Date', 'Reply Date'],
    pictures: ['Published Image URL', 'Published Image URLs', 'Image URL', 'Images'],
    videos: ['Video URL', 'Published Video URL'],
    country: ['Customer Country', 'Country', 'Reviewer Country'],
    externalId: ['Review ID'],
    location: ['Location'],
  },
  required: ['content', 'rating'],
  usual: ['Review Title', 'Review Content', 'Review Score', 'Date', 'Product ID', 'Product Title', 'Display Name', 'Email'],
  ignored: [
    'lang_id', 'cust_id', 'Language', 'Order ID', 'Unpublished Image URL', 'Product Image URL', 'Product Description', 'Sentiment', 'Votes Up', 'Votes Down', 'App Key',
    'Customer ID', 'Review Type', 'Product Price', 'Product Currency',
  ],
  foreign: ['dateCreated', 'comment_ID'],
  leastKnown: 0.4,
  statuses: {
    published: 'published', publish: 'published', approved: 'published', '1': 'published', true: 'published', yes: 'published',
    unpublished: 'hidden', hidden: 'hidden', '0': 'hidden', false: 'hidden', no: 'hidden', rejected: 'rejected', spam: 'rejected',
  },
})
