import { parseJson } from '../../../../rules/json.ts'
import {
  details,
  exportColumns,
  idColumn,
  productIdPrefix,
  enumColumns,
  yesCell,
  type ExportColumn,
} from '../../../reviews/export/file-format.ts'
import { unguard } from '../../../core/formula-guard.ts'
import { bindColumns, normaliseName } from '../../parsing/header.ts'
import { fileSource } from '../file-source.ts'
import { noProduct, type ImportedReview, type ImportSource, type OwnReview, type ReadResult } from '../source.ts'

const name = 'Candor'

const columns = {
  title: ['title'],
  content: ['body'],
  rating: ['rating'],
  date: ['review_date'],
  status: ['status'],
  featured: ['featured'],
  author: ['reviewer_name'],
  email: ['reviewer_email'],
  platformId: ['product_id'],
  handle: ['product_handle'],
  productTitle: ['product_title'],
  variant: ['variant'],
  reply: ['reply'],
  replyDate: ['reply_date'],
  pictures: ['picture_urls'],
  location: ['location'],
  country: ['country'],
  incentivized: ['incentivized'],
  externalId: [idColumn],
} as const

/**
 * Our own export as this installation signed it: every cell is taken as it stands, and no one but us can have written it.
 * No columns lead here: a file is taken for this source when its signature holds (inspectUpload).
 */
export const candor: ImportSource = {
  id: 'candor',
  name,
  usualColumns: exportColumns,
  requiredColumns: ['body', 'rating'],
  detect: () => 0,
  open({ names, keys }) {
    const columnAt = new Map(names.map((column, at) => [column, at]))
    return {
      fields: bindColumns({ names, keys }, columns),
      // One scale, one form of dates: there is nothing to ask.
      evidence: () => ({ rating: '', dates: [] }),
      read: (cells) => readSigned((column) => unguard(cells[columnAt.get(column) ?? -1] ?? '')),
    }
  },
}

const table = fileSource({
  id: candor.id,
  name,
  columns,
  required: ['content', 'rating'],
  usual: exportColumns,
  ignored: exportColumns,
  foreign: [],
  statuses: { published: 'published', pending: 'pending', hidden: 'hidden', rejected: 'rejected', deleted: 'deleted' },
})

/** The same columns without a signature that holds: edited, or of another installation. An import like any other app's. */
export const candorEdited: ImportSource = {
  ...table,
  id: 'candor-edited',
  name: `${name} (edited)`,
  detect: (header) => (header.keys.includes(normaliseName(idColumn)) ? table.detect(header) : 0),
  open(header) {
    const reader = table.open(header)
    return {
      fields: reader.fields,
      evidence: (cells) => reader.evidence(cells.map(unguard)),
      read: (cells, reading) => reader.read(cells.map(unguard), reading),
    }
  },
}

function readSigned(cell: (column: ExportColumn) => string): ReadResult {
  const known = enumColumns.safeParse({ status: cell('status'), origin: cell('origin'), source: cell('source') })
  const rest = details.safeParse(parseJson(cell('details')))
  const createdAt = new Date(cell('review_date'))
  // Signed and yet unknown: written by a version that knew more than this one.
  if (!known.success || !rest.success || Number.isNaN(createdAt.getTime()))
    return { bad: [{ column: '', value: '', reason: 'badRow' }] }
  const { original, ...others } = rest.data
  const own: OwnReview = {
    ...others,
    id: cell('candor_id'),
    origin: known.data.origin,
    source: known.data.source,
    verifiedBy: cell('verified_by') === 'merchant' ? 'merchant' : 'none',
    pinned: cell('pinned') === yesCell,
    testimonial: cell('testimonial') === yesCell,
    edited: cell('edited') === yesCell,
    incentivized: cell('incentivized') === yesCell,
    variantTitle: cell('variant'),
    language: cell('language') || null,
    country: cell('country') || null,
    original: original && { ...original, title: cell('original_title'), content: cell('original_body') },
  }
  const review: ImportedReview = {
    externalId: own.externalId ?? ownId(own.id),
    product: {
      ...noProduct,
      platformId: cell('product_id').replace(productIdPrefix, ''),
      handle: cell('product_handle').toLowerCase(),
    },
    rate: Number(cell('rating')),
    originalRate: own.originalRate,
    // That was told when it first came in.
    rounded: false,
    title: cell('title'),
    content: cell('body'),
    author: cell('reviewer_name'),
    email: cell('reviewer_email'),
    createdAt,
    sourceDay: cell('review_date').slice(0, 10),
    status: known.data.status,
    featured: cell('featured') === yesCell,
    reply: cell('reply_date') ? { content: cell('reply'), at: new Date(cell('reply_date')) } : null,
    pictures: own.media.map(({ key, sourceUrl }) => key || sourceUrl || '').filter(Boolean),
    videos: [],
    location: cell('location'),
    country: own.country,
    pinned: own.pinned,
    verified: own.verifiedBy === 'merchant',
    incentivized: own.incentivized,
    variantTitle: own.variantTitle,
    source: own.source,
    own,
  }
  return { ok: review, remarks: [] }
}

/** The lasting name of a review that was born in Candor. */
export const ownId = (id: string): string => `${candor.id}:${id}`
