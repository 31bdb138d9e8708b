import { z } from 'zod'
import { formatMessage } from '../../../rules/messages.ts'
import { SETTINGS } from '../../../rules/settings/settings.ts'
import { requireFeature, type Ctx } from '../../core/context.ts'
import { InvalidInput } from '../../core/errors.ts'
import { readParam, type Query } from '../../core/query-params.ts'
import { joinFields } from '../../core/rest/body-fields.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { emptyBody } from '../../core/rest/shapes.ts'
import { readVersionedSetting, saveSetting, type SettingChange } from '../../shop/settings/settings.ts'
import { saveSettingPicture } from '../../core/rest/setting-picture.ts'
import { generateQrPng } from './qr-codes.ts'

const idOf = (value: unknown): string => {
  if (value === undefined || value === null || value === '') throw new InvalidInput({ productId: 'required' })
  if (typeof value !== 'string' && typeof value !== 'number') throw new InvalidInput({ productId: 'valueInvalid' })
  return String(value)
}

async function readDesign(ctx: Ctx, query: Query): Promise<object> {
  const productId = readParam(query, 'productId')
  return {
    ...(await readVersionedSetting(ctx, 'qr')),
    qrCode: productId ? (await generateQrPng(ctx, productId)).qrCode : '',
  }
}

const productQuery = z.object({ productId: z.string().describe('Adds the code of this product.').optional() })
const designBody = joinFields(
  SETTINGS.qr.schema,
  z.object({ qrCode: z.string().describe('Is ignored.'), version: z.int() }),
).partial()

/** REST routes for codes and their design (spec 7). A design can be sent back as read: its code is ignored. */
export const qrCodeRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/qrcodes-settings',
    summary: 'Read the design of QR codes',
    query: productQuery,
    answer: { data: z.looseObject({ qrCode: z.string() }) },
    run: async (ctx, { query }) => ({ success: true, data: await readDesign(ctx, query) }),
  },
  {
    method: 'PUT',
    path: '/qrcodes-settings',
    summary: 'Save the design of QR codes',
    query: productQuery,
    answer: { data: z.looseObject({ qrCode: z.string() }) },
    feature: 'qrCode',
    body: designBody,
    async run(ctx, { body, query }) {
      const { qrCode: _code, ...change } = body as SettingChange<'qr'> & { qrCode?: unknown }
      await saveSetting(ctx, 'qr', change)
      return { success: true, data: await readDesign(ctx, query), message: formatMessage('saved') }
    },
  },
  {
    method: 'POST',
    path: '/qrcodes',
    summary: 'Create the QR code of a product',
    answer: { data: z.looseObject({ qrCode: z.string() }) },
    feature: 'qrCode',
    body: z.object({ productId: z.union([z.string(), z.number()]) }),
    run: async (ctx, { body }) => ({
      success: true,
      data: await generateQrPng(ctx, idOf((body as { productId?: unknown }).productId)),
    }),
  },
  {
    method: 'POST',
    path: '/qrcodes/image',
    summary: 'Upload a picture for QR codes',
    answer: { data: z.object({ image: z.string() }) },
    feature: 'qrCode',
    body: emptyBody,
    takesMedia: true,
    async run(ctx, request) {
      requireFeature(ctx, 'qrCode')
      return { success: true, data: { image: await saveSettingPicture(ctx, request) } }
    },
  },
]
