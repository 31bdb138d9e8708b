import type { FastifyRequest } from 'fastify'
import { maxReviewImageBytes, maxReviewImages, maxReviewVideos, maxVideoBytes } from '../../../rules/limits.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput } from '../../core/errors.ts'
import type { Uploads } from '../../core/files/uploads.ts'
import { readMultipart } from '../../core/http/multipart.ts'
import type { FormPost } from './form.ts'
import {
  mediaFields,
  createPostedMedia,
  takeFile,
  takePoster,
  type PostedMedia,
} from '../../reviews/reviews/media/posted-media.ts'

export interface PostedForm {
  name: string
  products: Map<string, PostedProduct>
}

export interface PostedProduct {
  rate: string
  title: string
  content: string
  /** `tooMany` is also set if the whole post was too large and files were dropped. */
  media: PostedMedia
}

const fieldNames = new Set(['rate', 'title', 'content'])
const maxProducts = 50
/** Pictures are held in memory. */
const maxPostBytes = 60 * 1024 * 1024
/** Videos are stored on disk. */
const maxPostVideos = 5
/** Above the longest text, so that validation can refuse it with its own message. */
const maxFieldBytes = 32 * 1024

/**
 * Reads a form post: multipart, or URL-encoded without files. Fields are named `content.<product id>`; others are
 * ignored. Reads one picture and one byte above each product's limits, so that validation can refuse them. Stops after
 * 60 MB of pictures and after the fifth video.
 * @throws InvalidInput when the body is incomplete or of another type
 */
async function readForm(request: FastifyRequest, { ctx, uploads, productIds }: FormScope): Promise<PostedForm> {
  const asked = { ctx, uploads, productIds: productIds.slice(0, maxProducts) }
  if (request.isMultipart()) return readMultipart(() => readParts(request, asked))
  if (typeof request.body !== 'string') throw new InvalidInput({ input: 'malformedInput' })
  const form = openForm(asked.productIds)
  for (const [name, value] of new URLSearchParams(request.body)) form.takeText(name, value)
  return form
}

export const createFormPost = (request: FastifyRequest<{ Params: { token: string } }>): FormPost => ({
  token: request.params.token,
  read: (asked) => readForm(request, asked),
})

export interface FormScope {
  ctx: Ctx
  /** The caller deletes them. */
  uploads: Uploads
  productIds: readonly string[]
}

interface OpenForm extends PostedForm {
  /** Returns the target of a product's fields; null for other products. */
  productOf(id: string): PostedProduct | null
  takeText(fieldName: string, value: string): void
}

function openForm(productIds: readonly string[]): OpenForm {
  const asked = new Set(productIds)
  const form: OpenForm = {
    name: '',
    products: new Map(),
    productOf(id) {
      if (!asked.has(id)) return null
      const product = form.products.get(id) ?? { rate: '', title: '', content: '', media: createPostedMedia() }
      form.products.set(id, product)
      return product
    },
    takeText(fieldName, value) {
      const [name = '', id = ''] = fieldName.split('.', 2)
      if (fieldName === 'name') form.name = value
      else if (fieldNames.has(name)) {
        const product = form.productOf(id)
        if (product) product[name as 'rate' | 'title' | 'content'] = value
      }
    },
  }
  return form
}

async function readParts(request: FastifyRequest, { ctx, uploads, productIds }: FormScope): Promise<PostedForm> {
  const form = openForm(productIds)
  let room = Math.min(maxPostBytes, productIds.length * maxReviewImages * maxReviewImageBytes)
  let videos = 0
  const limits = {
    files: maxProducts * (maxReviewImages + maxReviewVideos + 2),
    fileSize: maxVideoBytes + 1,
    fields: maxProducts * 4,
    fieldSize: maxFieldBytes,
    parts: maxProducts * 14,
  }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') {
      const [name = '', id = ''] = part.fieldname.split('.', 2)
      const posted = form.productOf(id)?.media
      if (!posted || !isMediaField(name) || room <= 0) {
        if (posted && part.filename) posted.tooMany = true
        part.file.resume()
      } else if (name === mediaFields.poster) room -= await takePoster({ posted, uploads, file: part.file })
      else {
        const had = posted.video
        const length = await takeFile(ctx, {
          posted,
          uploads,
          file: part.file,
          name: part.filename,
          room: videos < maxPostVideos,
        })
        if (posted.video === had) room -= length
        else videos++
      }
    } else if (typeof part.value === 'string') form.takeText(part.fieldname, part.value)
  }
  return form
}

const isMediaField = (name: string): boolean => name === mediaFields.files || name === mediaFields.poster
