import { v7 as uuidv7 } from 'uuid'
import type { PrismaClient, Review, Shop } from '../generated/prisma/client.ts'
import type { World } from './world.ts'

export interface ImportBody {
  id: string
  status: string
  total: number
  done: number
  imported: number
  duplicates: number
  unmatched: number
  bad: number
  fresh: number
  withoutText: number
  questions: { id: string; choices: string[]; suggested: string | null; examples: string[]; rows?: number }[]
  badRows: { row: number; column: string; value: string; code: string; reason: string }[]
  sampleRows: { author: string; rate: number; productTitle: string }[]
  unmatchedProducts: Record<string, number>
  errorFileUrl: string | null
}

interface UploadOptions {
  name?: string
  token?: string
  /** Query that selects the reviews, such as `?source=amazon`. */
  query?: string
}

/** Imports like a merchant's script: whole imports over REST. */
export interface ImportClient {
  db(): PrismaClient
  addProduct(handle: string, platformId?: string, shop?: Shop): Promise<string>
  upload(file: string | Uint8Array<ArrayBuffer>, options?: UploadOptions): ReturnType<World['inject']>
  /** Uploads a file; returns the result of the check. */
  checked(file: string, options?: UploadOptions): Promise<ImportBody>
  read(id: string): Promise<ImportBody>
  start(id: string, body?: object): Promise<ImportBody>
  reviews(): Promise<Review[]>
  /** Deletes everything that an import may have written. */
  clear(): Promise<void>
}

export function importClient(world: World): ImportClient {
  const db = () => world.app.deps.access.acrossShops('the demo platform')
  let products = 0
  const upload: ImportClient['upload'] = async (
    file,
    { name = 'judgeme.csv', token = world.token, query = '' } = {},
  ) => {
    const form = new FormData()
    form.set('file', new Blob([file]), name)
    const request = new Request('http://x', { method: 'POST', body: form })
    const headers = { 'x-auth-token': token, 'content-type': request.headers.get('content-type') ?? '' }
    return world.inject({
      method: 'POST',
      url: `/apiSa/imports${query}`,
      headers,
      payload: Buffer.from(await request.arrayBuffer()),
    })
  }
  const read = async (id: string) => (await world.rest('GET', `/imports/${id}`)).json<{ data: ImportBody }>().data
  return {
    db,
    upload,
    read,
    async addProduct(handle, platformId = `90${products++}`, shop = world.shop) {
      const now = world.app.deps.now()
      const id = uuidv7()
      await db().product.create({
        data: { shopId: shop.id, id, handle, platformId, title: `The ${handle}`, createdAt: now, updatedAt: now },
      })
      return id
    },
    async checked(file, options) {
      const answer = await upload(file, options)
      expect(answer.statusCode).toBe(200)
      return read(answer.json<{ data: { id: string } }>().data.id)
    },
    async start(id, body = {}) {
      const answer = await world.rest('POST', `/imports/${id}/start`, { body })
      expect(answer.json()).toMatchObject({ success: true })
      await world.runJobs()
      return read(id)
    },
    reviews: () => db().review.findMany({ where: { shopId: world.shop.id }, orderBy: { content: 'asc' } }),
    async clear() {
      const where = { where: { shopId: world.shop.id } }
      await db().reviewMedia.deleteMany(where)
      await db().review.deleteMany(where)
      await db().importProblem.deleteMany(where)
      await db().import.deleteMany(where)
      await db().reviewCount.deleteMany(where)
      await db().productReviewCount.deleteMany(where)
      await db().product.deleteMany(where)
    },
  }
}
