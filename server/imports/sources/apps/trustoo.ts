import { fileSource } from '../file-source.ts'

/** Trustoo.io: five columns of pictures, one of a video, `yes` and `no`. */
export const trustoo = fileSource({
  id: 'trustoo',
  name: 'Trustoo',
  columns: {
    handle: ['product_handle'],
    rating: ['rating'],
    author: ['author'],
    title: ['title'],
    content: ['content'],
    country: ['author_country'],
    email: ['author_email'],
    date: ['commented_at'],
    reply: ['reply'],
    replyDate: ['reply_at'],
    verified: ['verify_purchase'],
    featured: ['feature'],
    status: ['publish'],
    pictures: ['photo_url_1'],
    pictures2: ['photo_url_2'],
    pictures3: ['photo_url_3'],
    pictures4: ['photo_url_4'],
    pictures5: ['photo_url_5'],
    videos: ['video_url'],
  },
  required: ['content', 'rating', 'date', 'author'],
  usual: ['product_handle', 'rating', 'author', 'title', 'content', 'author_country', 'author_email', 'commented_at', 'feature', 'publish', 'photo_url_1'],
  ignored: ['item_type'],
  foreign: [],
  statuses: { yes: 'published', '1': 'published', true: 'published', no: 'hidden', '0': 'hidden', false: 'hidden' },
})
