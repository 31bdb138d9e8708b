import { fileSource } from '../file-source.ts'

const required = ['content', 'rating', 'author', 'date'] as const
const ratingAndEmail = { rating: ['rating'], email: ['email'], verified: ['verified_purchase'] } as const

/** Loox's import template, of 2026 and older, as merchants and converters fill it in. */
export const loox = fileSource({
  id: 'loox',
  name: 'Loox',
  columns: {
    ...ratingAndEmail,
    content: ['body'],
    author: ['author'],
    date: ['created_at'],
    handle: ['product_handle'],
    platformId: ['product_Id'],
    pictures: ['photo_url'],
    reply: ['reply'],
    replyDate: ['replied_at'],
    incentivized: ['incentivized'],
  },
  required: [...required, 'handle'],
  foreign: ['state', 'item_type', 'comment_content'],
  statuses: {},
})

/** Loox's export, with other columns than its import. Reviews hidden there stay hidden. */
export const looxExport = fileSource({
  id: 'loox-export',
  app: 'loox',
  name: 'Loox',
  columns: {
    ...ratingAndEmail,
    content: ['review'],
    author: ['nickname'],
    otherAuthor: ['full_name'],
    date: ['date'],
    platformId: ['productId'],
    handle: ['handle'],
    pictures: ['img'],
    videos: ['video'],
    reply: ['reply'],
    variant: ['variant'],
    status: ['status'],
    externalId: ['id'],
  },
  required: [...required, 'externalId'],
  ignored: ['order_id'],
  statuses: { active: 'published', published: 'published', hidden: 'hidden', pending: 'pending' },
})
