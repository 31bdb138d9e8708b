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
 * Our own export, signed by this installation, so its cells are trusted. Never detected by columns: a valid signature
 * selects this source (inspectUpload).
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
      // Scale and date format are fixed, so nothing is asked.
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
  ignored: exportColumns,
  plainTexts: true,
  statuses: { published: 'published', pending: 'pending', hidden: 'hidden', rejected: 'rejected', deleted: 'deleted' },
})

/** Our columns without a valid signature: edited, or from another installation. Read like any other app's file. */
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
  // Signed but unknown: a newer version wrote it.
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
    // Reported when it was first imported.
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

/** Returns the lasting id of a review that was written in Candor. */
export const ownId = (id: string): string => `${candor.id}:${id}`
