import type { FastifyRequest } from 'fastify'
import { maxReviewImageBytes, maxReviewImages } from '../../rules/limits.ts'
import { readingMultipart } from '../http/multipart.ts'

/** What a post of the form holds, by product. */
export interface PostedForm {
  name: string
  products: Map<string, PostedProduct>
}

export interface PostedProduct {
  rate: string
  title: string
  content: string
  images: Uint8Array[]
  /** Pictures were left out because the post as a whole was too large. */
  tooMuch: boolean
}

const fieldNames = new Set(['rate', 'title', 'content'])
const maxProducts = 50
const maxPostBytes = 60 * 1024 * 1024
/** More than the longest text we take, so that the rules can refuse it by name. */
const maxFieldBytes = 32 * 1024

/**
 * Reads a multipart post. Fields are named `content.<product id>`; what is named otherwise, or for a product that was not
 * asked about, is drained. Of each product one picture too many and one byte too many are read, so that the rules can
 * refuse them by name; once all pictures together have 60 MB no more are read.
 * @throws InvalidInput when the body is cut short
 */
export async function readForm(request: FastifyRequest, productIds: readonly string[]): Promise<PostedForm> {
  return readingMultipart(() => readParts(request, productIds.slice(0, maxProducts)))
}

async function readParts(request: FastifyRequest, productIds: readonly string[]): Promise<PostedForm> {
  const form: PostedForm = { name: '', products: new Map() }
  const asked = new Set(productIds)
  let room = Math.min(maxPostBytes, asked.size * maxReviewImages * maxReviewImageBytes)
  const productOf = (id: string): PostedProduct | null => {
    if (!asked.has(id)) return null
    const product = form.products.get(id) ?? { rate: '', title: '', content: '', images: [], tooMuch: false }
    form.products.set(id, product)
    return product
  }
  const limits = { files: maxProducts * (maxReviewImages + 1), fileSize: maxReviewImageBytes + 1, fields: maxProducts * 4, fieldSize: maxFieldBytes, parts: maxProducts * 10 }
  for await (const part of request.parts({ limits })) {
    const [name = '', id = ''] = part.fieldname.split('.', 2)
    const product = productOf(id)
    if (part.type === 'file') {
      const wanted = name === 'images' && product !== null && product.images.length <= maxReviewImages
      if (!wanted || room <= 0) {
        if (wanted && part.filename) product.tooMuch = true
        part.file.resume()
        continue
      }
      const bytes = await part.toBuffer()
      room -= bytes.length
      // A browser sends an empty part for a field without a choice.
      if (bytes.length > 0) product.images.push(bytes)
    } else if (typeof part.value === 'string') {
      if (part.fieldname === 'name') form.name = part.value
      else if (product && fieldNames.has(name)) product[name as 'rate' | 'title' | 'content'] = part.value
    }
  }
  return form
}
