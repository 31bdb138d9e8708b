import type { FastifyRequest } from 'fastify'
import { maxReviewImageBytes, maxReviewImages } from '../../rules/limits.ts'

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
}

const fieldNames = new Set(['rate', 'title', 'content'])
const maxProducts = 50

/**
 * Reads a multipart post. Fields are named `content.<product id>`; what is named otherwise is left alone. Of each product
 * one picture too many and one byte too many are read, so that the rules can refuse them by name; the rest is drained.
 */
export async function readForm(request: FastifyRequest): Promise<PostedForm> {
  const form: PostedForm = { name: '', products: new Map() }
  const productOf = (id: string): PostedProduct | null => {
    const known = form.products.get(id)
    if (known || form.products.size >= maxProducts) return known ?? null
    const made = { rate: '', title: '', content: '', images: [] }
    form.products.set(id, made)
    return made
  }
  const limits = { files: maxProducts * (maxReviewImages + 1), fileSize: maxReviewImageBytes + 1, fields: maxProducts * 4, parts: maxProducts * 10 }
  for await (const part of request.parts({ limits })) {
    const [name = '', id = ''] = part.fieldname.split('.', 2)
    const product = id ? productOf(id) : null
    if (part.type === 'file') {
      const wanted = name === 'images' && product !== null && product.images.length <= maxReviewImages
      if (!wanted) {
        part.file.resume()
        continue
      }
      const bytes = await part.toBuffer()
      // A browser sends an empty part for a field without a choice.
      if (bytes.length > 0) product.images.push(bytes)
    } else if (typeof part.value === 'string') {
      if (part.fieldname === 'name') form.name = part.value
      else if (product && fieldNames.has(name)) product[name as 'rate' | 'title' | 'content'] = part.value
    }
  }
  return form
}
