import { fileSource } from '../file-source.ts'

/** Ryviu's export. Reviews disabled there are hidden here. */
export const ryviu = fileSource({
  id: 'ryviu',
  name: 'Ryviu',
  columns: {
    handle: ['product_handle'],
    rating: ['rating'],
    author: ['author'],
    title: ['title'],
    content: ['body_text'],
    email: ['email'],
    pictures: ['photo_urls'],
    date: ['created_at'],
    status: ['status'],
    featured: ['featured'],
    country: ['country'],
    reply: ['reply'],
  },
  required: ['content', 'rating', 'author'],
  statuses: {
    enable: 'published',
    enabled: 'published',
    '1': 'published',
    disable: 'hidden',
    disabled: 'hidden',
    '0': 'hidden',
    pending: 'pending',
  },
})
