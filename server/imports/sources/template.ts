import { fileSource, type FileSourceTable } from './file-source.ts'
import type { ImportSource } from './source.ts'

/** Columns of our template file: those of Loox, which most merchants know, plus some of our own. */
export const templateColumns = [
  'product_handle',
  'product_id',
  'rating',
  'author',
  'email',
  'title',
  'body',
  'created_at',
  'photo_url',
  'video_urls',
  'reply',
  'replied_at',
  'status',
  'source',
  'country_code',
  'verified_purchase',
  'incentivized',
  'featured',
  'pinned',
  'external_id',
] as const

const table: FileSourceTable = {
  id: 'template',
  name: 'Candor template',
  columns: {
    handle: ['product_handle'],
    platformId: ['product_id'],
    rating: ['rating'],
    author: ['author'],
    email: ['email'],
    title: ['title'],
    content: ['body'],
    date: ['created_at'],
    pictures: ['photo_url'],
    videos: ['video_urls'],
    reply: ['reply'],
    replyDate: ['replied_at'],
    status: ['status'],
    source: ['source'],
    country: ['country_code'],
    verified: ['verified_purchase'],
    incentivized: ['incentivized'],
    featured: ['featured'],
    pinned: ['pinned'],
    externalId: ['external_id'],
  } satisfies Partial<Record<string, readonly (typeof templateColumns)[number][]>>,
  required: ['content', 'rating', 'author', 'handle'],
  foreign: ['state'],
  statuses: { published: 'published', pending: 'pending', hidden: 'hidden', rejected: 'rejected', spam: 'rejected' },
}

/** Requires the template's usual columns. Further columns don't matter. */
const whole = fileSource(table)
/** Accepts a file with few columns if it uses only our names. */
const part = fileSource({ ...table, required: ['content', 'rating'], leastKnown: 1 })

/** Our own template, filled in by hand, by a program, or from a marketplace without a source. */
export const template: ImportSource = {
  ...whole,
  detect: (header) => Math.max(whole.detect(header), part.detect(header)),
}
