import type { FastifyRequest } from 'fastify'
import { maxReviewImageBytes, maxReviewImages, maxReviewVideos, maxVideoBytes } from '../../rules/limits.ts'
import type { Ctx } from '../context.ts'
import type { Uploads } from '../files/uploads.ts'
import { readingMultipart } from '../http/multipart.ts'
import { mediaFields, noMedia, takeFile, takePoster, type PostedMedia } from '../reviews/posted-media.ts'

/** What a post of the form holds, by product. */
export interface PostedForm {
  name: string
  products: Map<string, PostedProduct>
}

export interface PostedProduct {
  rate: string
  title: string
  content: string
  /** `tooMany` also where files were left out because the post as a whole was too large. */
  media: PostedMedia
}

const fieldNames = new Set(['rate', 'title', 'content'])
const maxProducts = 50
/** Pictures are held in memory. */
const maxPostBytes = 60 * 1024 * 1024
/** Videos are not. */
const maxPostVideos = 5
/** More than the longest text we take, so that the rules can refuse it by name. */
const maxFieldBytes = 32 * 1024

/**
 * Reads a multipart post. Fields are named `content.<product id>`; what is named otherwise, or for a product that was not
 * asked about, is drained. Of each product one picture too many and one byte too many are read, so that the rules can
 * refuse them by name; once all pictures together have 60 MB no more files are read, after five videos no more videos.
 * @throws InvalidInput when the body is cut short
 */
export async function readForm(request: FastifyRequest, { ctx, uploads, productIds }: Asked): Promise<PostedForm> {
  return readingMultipart(() => readParts(request, { ctx, uploads, productIds: productIds.slice(0, maxProducts) }))
}

interface Asked {
  ctx: Ctx
  /** Who asked drops them. */
  uploads: Uploads
  productIds: readonly string[]
}

async function readParts(request: FastifyRequest, { ctx, uploads, productIds }: Asked): Promise<PostedForm> {
  const form: PostedForm = { name: '', products: new Map() }
  const asked = new Set(productIds)
  let room = Math.min(maxPostBytes, asked.size * maxReviewImages * maxReviewImageBytes)
  let videos = 0
  const productOf = (id: string): PostedProduct | null => {
    if (!asked.has(id)) return null
    const product = form.products.get(id) ?? { rate: '', title: '', content: '', media: noMedia() }
    form.products.set(id, product)
    return product
  }
  const limits = { files: maxProducts * (maxReviewImages + maxReviewVideos + 2), fileSize: maxVideoBytes + 1, fields: maxProducts * 4, fieldSize: maxFieldBytes, parts: maxProducts * 14 }
  for await (const part of request.parts({ limits })) {
    const [name = '', id = ''] = part.fieldname.split('.', 2)
    const product = productOf(id)
    if (part.type === 'file') {
      const posted = product?.media
      if (!posted || !isMediaField(name) || room <= 0) {
        if (posted && part.filename) posted.tooMany = true
        part.file.resume()
      } else if (name === mediaFields.poster) room -= await takePoster({ posted, uploads, file: part.file })
      else {
        const had = posted.video
        const length = await takeFile(ctx, { posted, uploads, file: part.file, room: videos < maxPostVideos })
        if (posted.video === had) room -= length
        else videos++
      }
    } else if (typeof part.value === 'string') {
      if (part.fieldname === 'name') form.name = part.value
      else if (product && fieldNames.has(name)) product[name as 'rate' | 'title' | 'content'] = part.value
    }
  }
  return form
}

const isMediaField = (name: string): boolean => name === mediaFields.files || name === mediaFields.poster
